import { fetchOwn } from '../../shell/own-answer.ts'
import type { Refusal } from '../../shell/portal/refusal.ts'
import { refusalFrom } from '../../viewer/investor/file-errors.ts'
import { readPdfBytes } from '../../viewer/investor/pdf/pdfjs.ts'

/** The server refuses a document, and why. */
export class RefusedPages extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/**
 * Fetches a PDF that isn't sent yet, whose last byte counts as opening it, and draws its pages as wide as their canvases are.
 * @param canvasesOf the canvases for the first of so many pages
 * @throws RefusedPages; otherwise where it can't be fetched or read
 */
export async function drawPages(
  address: string,
  canvasesOf: (pages: number) => readonly HTMLCanvasElement[],
  gone: AbortSignal,
): Promise<void> {
  const answer = await fetchOwn(address, { signal: gone })
  if (!answer.ok) throw new RefusedPages(await refusalFrom(answer))
  const task = readPdfBytes(new Uint8Array(await answer.arrayBuffer()))
  try {
    const pdf = await task.promise
    for (const [at, canvas] of canvasesOf(pdf.numPages).entries()) {
      if (gone.aborted || at >= pdf.numPages) return
      const page = await pdf.getPage(at + 1)
      const natural = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: (canvas.clientWidth * Math.min(devicePixelRatio, 2)) / natural.width })
      canvas.width = Math.round(viewport.width)
      canvas.height = Math.round(viewport.height)
      await page.render({ canvas, viewport }).promise
    }
  } finally {
    await task.destroy()
  }
}
