import type { PDFDocumentLoadingTask, PDFDocumentProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type RefObject, useEffect, useState } from 'react'
import { type Refusal, refusal } from '../../../shell/portal/refusal.ts'
import { viewerMessages } from '../../messages.ts'

/** Canvas pixels for a pixel of the page; more show no difference in a form. */
const mostRatio = 2

/**
 * Draws one page of a PDF at a time, at the canvas's width. pdf.js is loaded only when needed.
 * @param number of the page, from 1
 * @param attempt a different number opens the file again
 * @returns whether the page is drawn, and why it can't be
 */
export function usePdfPage(
  canvas: RefObject<HTMLCanvasElement | null>,
  address: string,
  number: number,
  attempt: number,
): { isDrawn: boolean; failure: Refusal | undefined } {
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  const [drawn, setDrawn] = useState(0)
  const [failure, setFailure] = useState<Refusal>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the file again
  useEffect(() => {
    const left = new AbortController()
    let task: PDFDocumentLoadingTask | undefined
    const open = async () => {
      setFailure(undefined)
      const [{ readPdf }, { RangeTransport }] = await Promise.all([
        import('./pdfjs.ts'),
        import('./range-transport.ts'),
      ])
      task = readPdf(await RangeTransport.open(address, left.signal, setFailure))
      setPdf(await task.promise)
    }
    open().catch((error: { refusal?: Refusal }) => {
      if (!left.signal.aborted) setFailure(error.refusal ?? refusal('NO_CONNECTION'))
    })
    return () => {
      left.abort()
      void task?.destroy()
      setPdf(undefined)
      setDrawn(0)
    }
  }, [address, attempt])

  useEffect(() => {
    let task: RenderTask | undefined
    let isLeft = false
    const draw = async (on: HTMLCanvasElement, of: PDFDocumentProxy) => {
      const page = await of.getPage(number)
      if (isLeft) return
      const pixels = on.clientWidth * Math.min(devicePixelRatio, mostRatio)
      const viewport = page.getViewport({ scale: pixels / page.getViewport({ scale: 1 }).width })
      on.width = Math.round(viewport.width)
      on.height = Math.round(viewport.height)
      task = page.render({ canvas: on, viewport })
      await task.promise
      if (!isLeft) setDrawn(number)
    }
    if (canvas.current && pdf)
      draw(canvas.current, pdf).catch(error => {
        if (isLeft) return
        console.error(error)
        setFailure(refusal('PDF_DAMAGED', viewerMessages))
      })
    return () => {
      isLeft = true
      task?.cancel()
    }
  }, [canvas, pdf, number])
  return { isDrawn: drawn === number, failure }
}
