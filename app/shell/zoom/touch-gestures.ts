import { distance, midpoint, type Point, pinchScale, type Transform } from './transform.ts'
import type { PointOf, Zoomable } from './zoomable.ts'

/**
 * Two taps within this `time` (ms) and `distance` (px) are a double tap; a finger that moves more than `still` (px) is
 * not a tap.
 */
const doubleTap = { time: 350, distance: 30, still: 10 }

type Pinch = { start: Transform; from: Point; spread: number | undefined }
type Tap = Point & { time: number }

/**
 * Listens for pinches, double taps and moves with one finger. It uses touch events because, unlike pointer events, they
 * can be withheld from the browser when a second finger touches down.
 * @param at converts an event's position into the frame's coordinates
 */
export function onTouch(frame: HTMLElement, zoomable: Zoomable, at: PointOf, signal: AbortSignal): void {
  let pinch: Pinch | undefined
  let tap: Tap | undefined
  let lastTap: Tap | undefined

  /** Starts a pinch or move with the fingers that are down, from the content's current position. */
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
      const scale = pinchScale(start.scale, spread, distance(at(one), at(two)), zoomable.limits())
      zoomable.zoom(start, scale, from, midpoint(at(one), at(two)))
    } else if (!two && !spread) zoomable.zoom(start, start.scale, from, at(one))
  }
  const end = (event: TouchEvent) => {
    if (event.type === 'touchcancel') tap = undefined
    if (event.touches.length === 0) {
      const second = tap && lastTap && isDoubleTap(lastTap, tap)
      // Prevents the clicks that a browser would derive from the taps.
      if (second && tap && zoomable.toggle(event.target as Element, tap) && event.cancelable) event.preventDefault()
      lastTap = second ? undefined : tap
      zoomable.release?.()
    }
    grab(event)
  }
  listen(frame, { start, move, end }, signal)
}

/** @returns whether two taps are a double tap; each has the place and time of its start */
export function isDoubleTap(first: Tap, second: Tap): boolean {
  return second.time - first.time < doubleTap.time && distance(first, second) < doubleTap.distance
}

type Listeners = Record<'start' | 'move' | 'end', (event: TouchEvent) => void>

function listen(frame: HTMLElement, { start, move, end }: Listeners, signal: AbortSignal): void {
  const options = { passive: false, signal }
  // A finger's events go to the element it first touched, even if that is no longer in the page.
  const isLost = ({ target }: Event) => !frame.contains(target as Node)
  const lostMove = (event: Event) => isLost(event) && move(event as TouchEvent)
  const lostEnd = (event: Event) => isLost(event) && end(event as TouchEvent)
  const follow = (event: TouchEvent) => {
    event.target?.addEventListener('touchmove', lostMove, options)
    event.target?.addEventListener('touchend', lostEnd, options)
    event.target?.addEventListener('touchcancel', lostEnd, options)
    start(event)
  }
  frame.addEventListener('touchstart', follow, options)
  frame.addEventListener('touchmove', move, options)
  frame.addEventListener('touchend', end, options)
  frame.addEventListener('touchcancel', end, options)
}
