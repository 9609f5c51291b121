import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { onZoomGestures } from '../../../shell/zoom/gestures.ts'
import type { Point } from '../../../shell/zoom/transform.ts'
import type { Zoomable } from '../../../shell/zoom/zoomable.ts'
import type { PdfReader } from './pdf-reader.ts'
import { openingState, type ReaderState } from './reader-state.ts'
import { scaleLimits } from './zoom-steps.ts'

/**
 * Opens a PDF in an element. pdf.js is loaded only when needed.
 * @param desk an absolutely positioned scroll container with one empty element for the pages
 * @param attempt a different number opens the file again
 */
export function usePdfReader(
  desk: RefObject<HTMLDivElement | null>,
  address: string,
  attempt: number,
): { reader: PdfReader | undefined; state: ReaderState } {
  const [reader, setReader] = useState<PdfReader>()
  const [unable, setUnable] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt needs a new reader
  useEffect(() => {
    const unmounted = new AbortController()
    let opened: PdfReader | undefined
    setUnable(false)
    const start = async () => {
      try {
        const { PdfReader } = await import('./pdf-reader.ts')
        const container = desk.current
        if (unmounted.signal.aborted || !container) return
        opened = new PdfReader(container, address)
        connectGestures(container, opened, unmounted.signal)
        setReader(opened)
        await opened.open()
      } catch (error) {
        console.error(error)
        if (!unmounted.signal.aborted) setUnable(true)
      }
    }
    void start()
    return () => {
      unmounted.abort()
      opened?.close()
      setReader(undefined)
    }
  }, [desk, address, attempt])

  const state = useSyncExternalStore(
    reader?.subscribe ?? subscribeToNothing,
    () => reader?.state ?? openingState,
    () => openingState,
  )
  return { reader, state: unable ? { ...state, stage: 'unable' } : state }
}

const subscribeToNothing = () => () => {}

/** Connects touch, wheel and pinch to pdf.js, which zooms around a point and scrolls. A double click selects text. */
function connectGestures(container: HTMLElement, reader: PdfReader, signal: AbortSignal) {
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
