import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { clamp, clampToFrame, type Point, type Size, type Transform, zoomed } from '../../zoom/transform.ts'
import { useZoomGestures } from '../../zoom/use-zoom-gestures.ts'

/** The page that is enlarged: which, and where it is in the strip. */
export type Enlarged = { page: number; place: Point & Size }

/** Four times: small print of a deck fills a phone, and its largest picture still has something to show. */
const limits = { min: 1, max: 4 }
/** What a double tap makes of a page. */
const doubleTapScale = 2.5
/** Below this a page is let go, and is in the strip again. */
const leastScale = 1.05

/**
 * Enlarges one page of a strip over the strip itself, by gestures or `zoomBy`. While a page is enlarged one finger, the
 * mouse and the wheel move it; at its own size the strip scrolls as ever.
 * @param stage holds the strip (its `figure`s are the pages) and, while something is enlarged, the lens
 * @param picture what the lens draws, moved here without React, since a finger moves sixty times a second
 */
export function usePageZoom(stage: RefObject<HTMLElement | null>, picture: RefObject<HTMLElement | null>) {
  const { enlarged, current, transform, show, reset, hold, zoom } = useEnlargedPage(stage, picture)

  /** Lets a page go that has its own size again; the strip then shows of a tall one what the window showed. */
  const release = () => {
    if (!current.current || transform.current.scale >= leastScale) return
    const strip = stage.current?.querySelector('figure')?.parentElement
    strip?.scrollBy({ top: current.current.place.y - transform.current.y, behavior: 'instant' })
    reset()
  }

  const toggle = (target: Element, at: Point): boolean => {
    if (current.current) reset()
    else {
      const start = target.closest('img') && hold(target.closest('figure'))
      if (!start) return false
      zoom(start, doubleTapScale, at, at)
    }
    return true
  }

  /** For keys: larger or smaller about the middle, or `by` pixels aside. */
  const zoomBy = (figure: Element | null | undefined, factor: number, by: Point = { x: 0, y: 0 }) => {
    const start = hold(figure)
    if (!start || !stage.current) return
    const middle = { x: stage.current.clientWidth / 2, y: stage.current.clientHeight / 2 }
    zoom(start, start.scale * factor, middle, { x: middle.x + by.x, y: middle.y + by.y })
    release()
  }

  useZoomGestures(stage, {
    grab: target => hold(target.closest('figure')),
    limits: () => limits,
    zoom,
    toggle,
    release,
    isMovedBy: () => current.current !== undefined,
    toggledByDoubleClick: true,
  })

  useEffect(() => {
    // The strip gets another layout, and the page another place.
    window.addEventListener('resize', reset)
    return () => window.removeEventListener('resize', reset)
  }, [reset])

  return { enlarged, show, reset, zoomBy }
}

/** The page that is enlarged and how it lies: refs for gestures, which do not wait for React, a state for the lens. */
function useEnlargedPage(stage: RefObject<HTMLElement | null>, picture: RefObject<HTMLElement | null>) {
  const [enlarged, setEnlarged] = useState<Enlarged>()
  const current = useRef<Enlarged>(undefined)
  const transform = useRef<Transform>({ x: 0, y: 0, scale: 1 })

  const show = useCallback(() => {
    const { x, y, scale } = transform.current
    if (picture.current) picture.current.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
  }, [picture])

  const reset = useCallback(() => {
    current.current = undefined
    setEnlarged(undefined)
  }, [])

  /** Takes hold of a page, where none is held. */
  const hold = (figure: Element | null | undefined): Transform | undefined => {
    if (current.current) return transform.current
    const place = stage.current && figure && placeOf(figure, stage.current)
    if (!place) return
    transform.current = { x: place.x, y: place.y, scale: 1 }
    current.current = { page: [...(figure.parentElement?.children ?? [])].indexOf(figure), place }
    setEnlarged(current.current)
    return transform.current
  }

  const zoom = (start: Transform, scale: number, from: Point, to: Point) => {
    if (!current.current || !stage.current) return
    const frame = { width: stage.current.clientWidth, height: stage.current.clientHeight }
    transform.current = clampToFrame(zoomed(start, clamp(scale, limits), from, to), current.current.place, frame)
    show()
  }

  return { enlarged, current, transform, show, reset, hold, zoom }
}

/** @returns where a page's picture is on the stage; undefined for a page without one */
function placeOf(figure: Element, stage: Element): (Point & Size) | undefined {
  const image = figure.querySelector('img')
  if (!image) return
  const corner = stage.getBoundingClientRect()
  const { left, top, width, height } = image.getBoundingClientRect()
  return { x: left - corner.left, y: top - corner.top, width, height }
}
