import { clamp, distance, midpoint, type Point, type Transform } from './transform.ts'
import type { PointOf, Zoomable } from './zoomable.ts'

/** Two taps this close, in milliseconds and pixels, are one double tap; a finger that goes further than `still` is no tap. */
const doubleTap = { time: 350, distance: 30, still: 10 }

type Pinch = { start: Transform; from: Point; spread: number | undefined }
type Tap = Point & { time: number }

/**
 * Fingers, as touch events: unlike pointer events, those can be kept from the browser once a second finger arrives.
 * @param at where a finger is in the frame
 */
export function onTouch(frame: HTMLElement, zoomable: Zoomable, at: PointOf, signal: AbortSignal): void {
  let pinch: Pinch | undefined
  let tap: Tap | undefined
  let lastTap: Tap | undefined

  /** Takes hold of the content with the fingers that are down, wherever a finger before them has left it. */
  const grab = ({ touches: [one, two], target }: TouchEvent): boolean => {
    pinch = undefined
    if (!one || !(two || zoomable.isMovedBy('finger'))) return false
    const start = zoomable.grab(target as Element)
    if (!start) return false
    const from = two ? midpoint(at(one), at(two)) : at(one)
    pinch = { start, from, spread: two && distance(at(one), at(two)) }
    return true
  }
  const start = (event: TouchEvent) => {
    const [one, two] = event.touches
    tap = one && !two ? { ...at(one), time: event.timeStamp } : undefined
    if (grab(event) && two && event.cancelable) event.preventDefault()
  }
  const move = (event: TouchEvent) => {
    const [one, two] = event.touches
    if (one && tap && distance(tap, at(one)) > doubleTap.still) tap = undefined
    if (!one || !pinch) return
    if (event.cancelable) event.preventDefault()
    const { start, from, spread } = pinch
    if (two && spread) {
      const scale = clamp((start.scale * distance(at(one), at(two))) / spread, zoomable.limits())
      zoomable.zoom(start, scale, from, midpoint(at(one), at(two)))
    } else if (!two && !spread) zoomable.zoom(start, start.scale, from, at(one))
  }
  const end = (event: TouchEvent) => {
    if (event.type === 'touchcancel') tap = undefined
    if (event.touches.length === 0) {
      const second = tap && lastTap && isDoubleTap(lastTap, tap)
      // What a browser makes of two taps, a click and another, is not wanted then.
      if (second && tap && zoomable.toggle(event.target as Element, tap) && event.cancelable) event.preventDefault()
      lastTap = second ? undefined : tap
      zoomable.release?.()
    }
    grab(event)
  }
  listen(frame, { start, move, end }, signal)
}

/** @param first a tap, and where and when the next one began */
export function isDoubleTap(first: Tap, second: Tap): boolean {
  return second.time - first.time < doubleTap.time && distance(first, second) < doubleTap.distance
}

type Listeners = Record<'start' | 'move' | 'end', (event: TouchEvent) => void>

function listen(frame: HTMLElement, { start, move, end }: Listeners, signal: AbortSignal): void {
  const own = { passive: false, signal }
  // A finger's events go to what it first touched, even when that has been rendered again and is in the page no more.
  const isLost = ({ target }: Event) => !frame.contains(target as Node)
  const lostMove = (event: Event) => isLost(event) && move(event as TouchEvent)
  const lostEnd = (event: Event) => isLost(event) && end(event as TouchEvent)
  const follow = (event: TouchEvent) => {
    event.target?.addEventListener('touchmove', lostMove, own)
    event.target?.addEventListener('touchend', lostEnd, own)
    event.target?.addEventListener('touchcancel', lostEnd, own)
    start(event)
  }
  frame.addEventListener('touchstart', follow, own)
  frame.addEventListener('touchmove', move, own)
  frame.addEventListener('touchend', end, own)
  frame.addEventListener('touchcancel', end, own)
}
