import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { doubleZoom, type Lie, leastZoom, type Point, type Size, zoomed } from './zoom.ts'

/** The page that is enlarged: which, and where it lay. */
export type Enlarged = { page: number; place: Point & Size }

type Gesture = { lie: Lie; from: Point; spread?: number }

/** Two presses this close, in milliseconds and pixels, are one double press. */
const doublePress = { time: 350, distance: 30 }

/**
 * Enlarges one page of a strip over the strip itself: two fingers, a double press, Ctrl and the wheel (a trackpad's
 * pinch), or `zoomBy` for keys. While a page is enlarged one finger moves it; at its own size the strip scrolls as
 * ever. Fingers are watched as touch events: of all there are, only those can be kept from the browser once a second
 * finger comes.
 * @param stage holds the strip (its `figure`s are the pages) and, while something is enlarged, the lens
 * @param picture what the lens draws, moved here without React, since a finger moves sixty times a second
 */
export function useZoom(stage: RefObject<HTMLElement | null>, picture: RefObject<HTMLElement | null>) {
  const [enlarged, setEnlarged] = useState<Enlarged>()
  const now = useRef<Enlarged>(undefined)
  const lie = useRef<Lie>({ x: 0, y: 0, scale: 1 })

  const show = useCallback(() => {
    const { x, y, scale } = lie.current
    if (picture.current) picture.current.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
  }, [picture])

  const reset = useCallback(() => {
    now.current = undefined
    setEnlarged(undefined)
  }, [])

  /** Takes hold of a page, where none is held. */
  const hold = useCallback(
    (figure: Element | null | undefined): boolean => {
      if (now.current) return true
      const image = figure?.querySelector('img')
      if (!stage.current || !figure?.parentElement || !image) return false
      const corner = stage.current.getBoundingClientRect()
      const { left, top, width, height } = image.getBoundingClientRect()
      const place = { x: left - corner.left, y: top - corner.top, width, height }
      lie.current = { x: place.x, y: place.y, scale: 1 }
      now.current = { page: [...figure.parentElement.children].indexOf(figure), place }
      setEnlarged(now.current)
      return true
    },
    [stage],
  )

  const move = useCallback(
    (start: Lie, scale: number, from: Point, to: Point) => {
      if (!now.current || !stage.current) return
      const { clientWidth: width, clientHeight: height } = stage.current
      lie.current = zoomed(start, scale, from, to, now.current.place, { width, height })
      show()
    },
    [stage, show],
  )

  /** Lets a page go that has its own size again; the strip then shows of a tall one what the window showed. */
  const settle = useCallback(() => {
    if (!now.current || lie.current.scale >= leastZoom) return
    const strip = stage.current?.querySelector('figure')?.parentElement
    strip?.scrollBy({ top: now.current.place.y - lie.current.y, behavior: 'instant' })
    reset()
  }, [reset, stage])

  /** For keys: larger or smaller about the middle, or `by` pixels aside. */
  const zoomBy = useCallback(
    (figure: Element | null | undefined, factor: number, by: Point = { x: 0, y: 0 }) => {
      if (!hold(figure) || !stage.current) return
      const middle = { x: stage.current.clientWidth / 2, y: stage.current.clientHeight / 2 }
      move(lie.current, lie.current.scale * factor, middle, { x: middle.x + by.x, y: middle.y + by.y })
      settle()
    },
    [hold, move, settle, stage],
  )

  useEffect(() => {
    const element = stage.current
    if (!element) return
    const at = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
      const { left, top } = element.getBoundingClientRect()
      return { x: clientX - left, y: clientY - top }
    }
    const figureOf = (target: EventTarget | null) => (target as Element | null)?.closest('figure')
    let gesture: Gesture | undefined
    let last: (Point & { time: number }) | undefined
    let pressed: (Point & { time: number }) | undefined

    const begin = ({ touches }: TouchEvent) => {
      const [one, two] = touches
      const from = one && (two ? between(at(one), at(two)) : at(one))
      gesture = from && { lie: lie.current, from, spread: one && two && distance(at(one), at(two)) }
    }
    const toggle = (target: EventTarget | null, point: Point) => {
      if (now.current) return reset()
      if (hold(figureOf(target))) move(lie.current, doubleZoom, point, point)
    }

    const onStart = (event: TouchEvent) => {
      const [first] = event.touches
      pressed = event.touches.length === 1 && first ? { ...at(first), time: event.timeStamp } : undefined
      if (event.touches.length === 2 && hold(figureOf(event.target)) && event.cancelable) event.preventDefault()
      begin(event)
    }
    const onMove = (event: TouchEvent) => {
      const [one, two] = event.touches
      if (!one || !gesture) return
      if (pressed && distance(pressed, at(one)) > 10) pressed = undefined
      if (!now.current) return
      if (event.cancelable) event.preventDefault()
      if (two && gesture.spread) {
        const spread = distance(at(one), at(two)) / gesture.spread
        move(gesture.lie, gesture.lie.scale * spread, gesture.from, between(at(one), at(two)))
      } else if (!two && !gesture.spread) move(gesture.lie, gesture.lie.scale, gesture.from, at(one))
    }
    const onEnd = (event: TouchEvent) => {
      if (event.touches.length === 0 && pressed) {
        const again =
          last && pressed.time - last.time < doublePress.time && distance(last, pressed) < doublePress.distance
        if (again && (now.current || (event.target as Element).closest('img'))) {
          // What a browser makes of two presses, a click and another, is not wanted then.
          if (event.cancelable) event.preventDefault()
          toggle(event.target, pressed)
        }
        last = again ? undefined : pressed
      }
      if (event.touches.length === 0) settle()
      begin(event)
    }
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey && hold(figureOf(event.target))) {
        const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
        move(lie.current, lie.current.scale * Math.exp((-event.deltaY * lines) / 200), at(event), at(event))
        settle()
      } else if (now.current) {
        const { x, y } = at(event)
        move(lie.current, lie.current.scale, { x, y }, { x: x - event.deltaX, y: y - event.deltaY })
      } else return
      event.preventDefault()
    }
    let dragged: { lie: Lie; from: Point } | undefined
    const onPointerDown = (event: PointerEvent) => {
      if (event.pointerType === 'touch' || event.button !== 0 || !now.current) return
      event.preventDefault()
      dragged = { lie: lie.current, from: at(event) }
      // The lens itself, so that the click at the end is one on the lens.
      ;(event.target as Element).setPointerCapture(event.pointerId)
    }
    const onPointerMove = (event: PointerEvent) => {
      if (dragged) move(dragged.lie, dragged.lie.scale, dragged.from, at(event))
    }
    const onPointerUp = () => {
      dragged = undefined
    }
    const onDoubleClick = (event: MouseEvent) => {
      if ((event.target as Element).closest('img') || now.current) toggle(event.target, at(event))
    }

    const listening = new AbortController()
    const firm = { passive: false, signal: listening.signal }
    element.addEventListener('touchstart', onStart, firm)
    element.addEventListener('touchmove', onMove, firm)
    element.addEventListener('touchend', onEnd, firm)
    element.addEventListener('touchcancel', onEnd, firm)
    element.addEventListener('wheel', onWheel, firm)
    element.addEventListener('pointerdown', onPointerDown, firm)
    element.addEventListener('pointermove', onPointerMove, firm)
    element.addEventListener('pointerup', onPointerUp, firm)
    element.addEventListener('pointercancel', onPointerUp, firm)
    element.addEventListener('dblclick', onDoubleClick, firm)
    // The strip is laid out anew, and the page lies elsewhere.
    window.addEventListener('resize', reset, firm)
    return () => listening.abort()
  }, [stage, hold, move, settle, reset])

  return { enlarged, show, reset, zoomBy }
}

const distance = (one: Point, two: Point) => Math.hypot(one.x - two.x, one.y - two.y)
const between = (one: Point, two: Point): Point => ({ x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 })
