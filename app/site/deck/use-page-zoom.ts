import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { clamp, clampToFrame, type Point, type Size, type Transform, zoomAt } from '../../shell/zoom/transform.ts'
import { useZoomGestures } from '../../shell/zoom/use-zoom-gestures.ts'

/** The zoomed page: its index, and the position and size of its picture on the stage at scale 1. */
export type Enlarged = { page: number; rect: Point & Size }

/** At four times, small print is easy to read on a phone, and the largest pictures are still sharp. */
const limits = { min: 1, max: 4 }
const doubleTapScale = 2.5
/** Below this scale a page returns to the strip. */
const leastScale = 1.05

/**
 * Zooms one page of a strip in a lens above it, by gestures or `zoomBy`. While a page is zoomed, one finger, the mouse
 * and the wheel move it; otherwise the strip scrolls as usual.
 * @param stage contains the strip (its `figure`s are the pages) and, while a page is zoomed, the lens
 * @param picture the content of the lens. It is moved without React, because a finger moves sixty times a second
 */
export function usePageZoom(stage: RefObject<HTMLElement | null>, picture: RefObject<HTMLElement | null>) {
  const { enlarged, current, transform, show, reset, hold, zoom } = useEnlargedPage(stage, picture)

  /** Returns a page to the strip if it is back at its own size, and scrolls a tall one to the lens's position. */
  const release = () => {
    if (!current.current || transform.current.scale >= leastScale) return
    const strip = stage.current?.querySelector('figure')?.parentElement
    strip?.scrollBy({ top: current.current.rect.y - transform.current.y, behavior: 'instant' })
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

  /** For keys: zooms a page by `factor` around the middle of the stage and moves it by `by` pixels. */
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
    // The layout of the strip changes, and with it the position of the page.
    window.addEventListener('resize', reset)
    return () => window.removeEventListener('resize', reset)
  }, [reset])

  return { enlarged, show, reset, zoomBy }
}

/** The zoomed page and its transform: refs for gestures, which do not wait for React, and a state for the lens. */
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

  /** Moves a page into the lens, unless one is there. @returns the transform of the page in the lens */
  const hold = (figure: Element | null | undefined): Transform | undefined => {
    if (current.current) return transform.current
    const rect = stage.current && figure && pictureRect(figure, stage.current)
    if (!rect) return
    transform.current = { x: rect.x, y: rect.y, scale: 1 }
    current.current = { page: [...(figure.parentElement?.children ?? [])].indexOf(figure), rect }
    setEnlarged(current.current)
    return transform.current
  }

  const zoom = (start: Transform, scale: number, from: Point, to: Point) => {
    if (!current.current || !stage.current) return
    const frame = { width: stage.current.clientWidth, height: stage.current.clientHeight }
    transform.current = clampToFrame(zoomAt(start, clamp(scale, limits), from, to), current.current.rect, frame)
    show()
  }

  return { enlarged, current, transform, show, reset, hold, zoom }
}

/** @returns the position and size of a page's picture on the stage; undefined for a page without one */
function pictureRect(figure: Element, stage: Element): (Point & Size) | undefined {
  const image = figure.querySelector('img')
  if (!image) return
  const corner = stage.getBoundingClientRect()
  const { left, top, width, height } = image.getBoundingClientRect()
  return { x: left - corner.left, y: top - corner.top, width, height }
}
