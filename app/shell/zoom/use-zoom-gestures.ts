import { type RefObject, useEffect, useRef } from 'react'
import { onZoomGestures } from './gestures.ts'
import type { Zoomable } from './zoomable.ts'

/**
 * Listens for zoom gestures on an element while it is mounted.
 * @param zoomable may be a new object on each render; the latest is used
 */
export function useZoomGestures(frame: RefObject<HTMLElement | null>, zoomable: Zoomable): void {
  const latest = useRef(zoomable)
  latest.current = zoomable
  const { toggledByDoubleClick } = zoomable
  useEffect(() => {
    if (!frame.current) return
    const listening = new AbortController()
    const forwarded: Zoomable = {
      grab: target => latest.current.grab(target),
      limits: () => latest.current.limits(),
      zoom: (...gesture) => latest.current.zoom(...gesture),
      toggle: (target, at) => latest.current.toggle(target, at),
      release: () => latest.current.release?.(),
      isMovedBy: input => latest.current.isMovedBy(input),
      toggledByDoubleClick,
    }
    onZoomGestures(frame.current, forwarded, listening.signal)
    return () => listening.abort()
  }, [frame, toggledByDoubleClick])
}
