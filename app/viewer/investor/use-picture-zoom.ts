import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { clamp, type Point, type Size, type Transform, zoomAt } from '../../shell/zoom/transform.ts'
import { useZoomGestures } from '../../shell/zoom/use-zoom-gestures.ts'
import { zoomStep } from '../../shell/zoom/zoom-keys.ts'

/** The largest scale; 1 is a picture's own size. */
export const maxScale = 8
/** A double tap on a picture that fits enlarges it by this factor. */
const doubleTapScale = 2.5
/** Up to this factor above the scale that fits, a picture snaps to it. */
const fitTolerance = 1.01

/**
 * The zoom of a picture. The point that is zoomed into stays in place.
 * @param desk the scroll container with the picture
 * @param natural the picture's own size in pixels, after any EXIF rotation; undefined until it has loaded
 * @returns the scale, `size` in pixels for the picture, and functions for buttons and keys
 */
export function usePictureZoom(desk: RefObject<HTMLDivElement | null>, natural: Size | undefined) {
  /** Undefined while the picture fits its desk. */
  const [chosen, choose] = useState<number>()
  const fitScale = useFitScale(desk, natural)
  const scale = chosen ?? fitScale
  const limits = { min: fitScale, max: maxScale }
  /** The picture's intended position at its new size. */
  const aim = useRef<Transform>(undefined)

  const grab = (): Transform | undefined => {
    const corner = natural && pictureCorner(desk.current)
    return corner && { ...corner, scale }
  }
  const zoom = (start: Transform, wanted: number, from: Point, to: Point) => {
    const next = wanted <= fitScale * fitTolerance ? fitScale : Math.min(wanted, maxScale)
    aim.current = zoomAt(start, next, from, to)
    if (next === scale) scrollToAim(desk.current, aim)
    else choose(next === fitScale ? undefined : next)
  }
  const zoomTo = (wanted: number, at?: Point) => {
    const start = grab()
    if (!start || !desk.current) return
    const { clientWidth, clientHeight } = desk.current
    const point = at ?? { x: clientWidth / 2, y: clientHeight / 2 }
    zoom(start, clamp(wanted, limits), point, point)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the picture has its new size
  useLayoutEffect(() => scrollToAim(desk.current, aim), [scale])

  useZoomGestures(desk, {
    grab,
    limits: () => limits,
    zoom,
    toggle: (_, at) => {
      zoomTo(scale > fitScale * fitTolerance ? fitScale : Math.max(fitScale * doubleTapScale, 1), at)
      return true
    },
    // Touch and the wheel scroll natively.
    isMovedBy: input => input === 'mouse',
    toggledByDoubleClick: true,
  })

  return {
    scale,
    fitScale,
    size: natural && { inlineSize: natural.width * scale, blockSize: natural.height * scale },
    nearer: () => zoomTo(scale * zoomStep),
    further: () => zoomTo(scale / zoomStep),
    fit: () => choose(undefined),
    actual: () => zoomTo(1),
  }
}

/** @returns the scale at which a picture fits its desk, at most its own size */
function useFitScale(desk: RefObject<HTMLDivElement | null>, natural: Size | undefined): number {
  const [fitScale, setFitScale] = useState(1)
  useLayoutEffect(() => {
    const element = desk.current
    if (!element || !natural) return
    const measure = () => {
      if (element.clientWidth === 0) return
      // Leaves a margin around the picture.
      const room = { width: element.clientWidth - 32, height: element.clientHeight - 32 }
      setFitScale(Math.min(room.width / natural.width, room.height / natural.height, 1))
    }
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    measure()
    return () => resized.disconnect()
  }, [desk, natural])
  return fitScale
}

/** @returns the top left corner of the picture relative to that of its desk */
function pictureCorner(desk: HTMLElement | null): Point | undefined {
  const picture = desk?.querySelector('img')?.getBoundingClientRect()
  if (!desk || !picture) return
  const { left, top } = desk.getBoundingClientRect()
  return { x: picture.left - left, y: picture.top - top }
}

function scrollToAim(desk: HTMLElement | null, aim: RefObject<Transform | undefined>): void {
  const corner = pictureCorner(desk)
  if (!desk || !corner || !aim.current) return
  desk.scrollBy({ left: corner.x - aim.current.x, top: corner.y - aim.current.y, behavior: 'instant' })
  aim.current = undefined
}
