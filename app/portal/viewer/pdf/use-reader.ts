import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { onZoomGestures } from '../../../zoom/gestures.ts'
import type { Point } from '../../../zoom/transform.ts'
import type { Zoomable } from '../../../zoom/zoomable.ts'
import type { Reader } from './reader.ts'
import { opening, type ReaderState } from './state.ts'
import { scaleLimits } from './zoom-steps.ts'

/**
 * Opens a PDF in an element: pdf.js is fetched only now.
 * @param desk absolutely positioned, scrolls, holds one empty element for the pages
 * @param attempt another number opens it again
 */
export function useReader(
  desk: RefObject<HTMLDivElement | null>,
  address: string,
  attempt: number,
): { reader: Reader | undefined; state: ReaderState } {
  const [reader, setReader] = useState<Reader>()
  const [unable, setUnable] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another reader
  useEffect(() => {
    const gone = new AbortController()
    let opened: Reader | undefined
    setUnable(false)
    const start = async () => {
      try {
        const { Reader } = await import('./reader.ts')
        const container = desk.current
        if (gone.signal.aborted || !container) return
        opened = new Reader(container, address)
        hearGestures(container, opened, gone.signal)
        setReader(opened)
        await opened.open()
      } catch (error) {
        console.error(error)
        if (!gone.signal.aborted) setUnable(true)
      }
    }
    void start()
    return () => {
      gone.abort()
      opened?.close()
      setReader(undefined)
    }
  }, [desk, address, attempt])

  const state = useSyncExternalStore(
    reader?.subscribe ?? never,
    () => reader?.state ?? opening,
    () => opening,
  )
  return { reader, state: unable ? { ...state, stage: 'unable' } : state }
}

const never = () => () => {}

/** pdf.js enlarges about a point and scrolls; text is selected by a double click. */
function hearGestures(container: HTMLElement, reader: Reader, signal: AbortSignal) {
  const zoomAround = (scale: number, { x, y }: Point) => {
    const { left, top } = container.getBoundingClientRect()
    reader.zoomAround(scale, [left + x, top + y])
  }
  const pages: Zoomable = {
    grab: () => ({ x: 0, y: 0, scale: reader.state.scale }),
    limits: () => scaleLimits,
    zoom: (_start, scale, _from, to) => zoomAround(scale, to),
    toggle: (_target, at) => {
      const { scale, fitScale } = reader.state
      if (scale > fitScale * 1.05) reader.zoomTo('auto')
      else zoomAround(fitScale * 2, at)
      return true
    },
    isMovedBy: () => false,
    toggledByDoubleClick: false,
  }
  onZoomGestures(container, pages, signal)
}
