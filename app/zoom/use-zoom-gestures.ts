import { type RefObject, useEffect, useRef } from 'react'
import { onZoomGestures } from './gestures.ts'
import type { Zoomable } from './zoomable.ts'

/**
 * Hears the gestures made on an element as long as it is there.
 * @param zoomable the newest one counts; it may be a new object each time
 */
export function useZoomGestures(frame: RefObject<HTMLElement | null>, zoomable: Zoomable): void {
  const newest = useRef(zoomable)
  newest.current = zoomable
  const { toggledByDoubleClick } = zoomable
  useEffect(() => {
    if (!frame.current) return
    const listening = new AbortController()
    const forwarded: Zoomable = {
      grab: target => newest.current.grab(target),
      limits: () => newest.current.limits(),
      zoom: (...gesture) => newest.current.zoom(...gesture),
      toggle: (target, at) => newest.current.toggle(target, at),
      release: () => newest.current.release?.(),
      isMovedBy: input => newest.current.isMovedBy(input),
      toggledByDoubleClick,
    }
    onZoomGestures(frame.current, forwarded, listening.signal)
    return () => listening.abort()
  }, [frame, toggledByDoubleClick])
}
