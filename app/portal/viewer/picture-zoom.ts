import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { onZoomGestures } from './zoom-gestures.ts'

/** A picture's own size, in its pixels, which EXIF may have turned. */
export interface Size {
  width: number
  height: number
}

/** The largest scale; 1 is a picture's own size. */
export const largest = 8
const step = 1.5

/**
 * How large a picture is shown. A point keeps its place while it grows or shrinks around it.
 * @param natural undefined until the picture is there
 * @returns `size` in pixels for the picture, and what buttons and keys do
 */
export function usePictureZoom(desk: RefObject<HTMLDivElement | null>, natural: Size | undefined) {
  /** Undefined while it fits. */
  const [chosen, choose] = useState<number>()
  const [fitScale, setFitScale] = useState(1)
  const scale = chosen ?? fitScale
  /** Which point of the picture (0 to 1) stays where in the window (px). */
  const hold = useRef<{ x: number; y: number; at: [number, number] }>(undefined)
  const now = useRef({ scale, fitScale })
  now.current = { scale, fitScale }

  const zoomTo = (wanted: number, at?: [number, number]) => {
    const element = desk.current
    const picture = element?.querySelector('img')?.getBoundingClientRect()
    if (!element || !picture) return
    const frame = element.getBoundingClientRect()
    const middle = at ?? [frame.left + frame.width / 2, frame.top + frame.height / 2]
    hold.current = {
      x: (middle[0] - picture.left) / picture.width,
      y: (middle[1] - picture.top) / picture.height,
      at: middle,
    }
    const least = now.current.fitScale
    choose(wanted <= least * 1.01 ? undefined : Math.min(wanted, largest))
  }

  useLayoutEffect(() => {
    const element = desk.current
    if (!element || !natural) return
    const measure = () => {
      if (element.clientWidth === 0) return
      // The borders of the desk stay free.
      const room = { width: element.clientWidth - 32, height: element.clientHeight - 32 }
      setFitScale(Math.min(room.width / natural.width, room.height / natural.height, 1))
    }
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    measure()
    return () => resized.disconnect()
  }, [desk, natural])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the picture has its new size
  useLayoutEffect(() => {
    const element = desk.current
    const picture = element?.querySelector('img')?.getBoundingClientRect()
    const { x = 0.5, y = 0.5, at } = hold.current ?? {}
    if (!element || !picture || !at) return
    element.scrollLeft += picture.left + x * picture.width - at[0]
    element.scrollTop += picture.top + y * picture.height - at[1]
  }, [scale])

  const gestures = useRef(zoomTo)
  gestures.current = zoomTo
  useEffect(() => {
    const gone = new AbortController()
    const doubled = (at: [number, number]) => {
      const { scale, fitScale } = now.current
      gestures.current(scale > fitScale * 1.01 ? fitScale : Math.max(fitScale * 2.5, 1), at)
    }
    const zooming = {
      scale: () => now.current.scale,
      zoomTo: (wanted: number, at: [number, number]) => gestures.current(wanted, at),
      onDoubleTap: doubled,
    }
    const element = desk.current
    if (element) onZoomGestures(element, zooming, gone.signal)
    element?.addEventListener('dblclick', event => doubled([event.clientX, event.clientY]), { signal: gone.signal })
    return () => gone.abort()
  }, [desk])

  return {
    scale,
    fitScale,
    size: natural && { inlineSize: natural.width * scale, blockSize: natural.height * scale },
    nearer: () => zoomTo(scale * step),
    further: () => zoomTo(scale / step),
    fit: () => choose(undefined),
    actual: () => zoomTo(1),
  }
}
