import { readPdfBytes } from '../../../viewer/investor/pdf/pdfjs.ts'

/** Draws a PDF's first page as wide as a canvas is. @throws where it can't be read */
export async function drawFirstPage(file: File, canvas: HTMLCanvasElement, gone: AbortSignal): Promise<void> {
  const task = readPdfBytes(new Uint8Array(await file.arrayBuffer()))
  try {
    const pdf = await task.promise
    const page = await pdf.getPage(1)
    if (gone.aborted) return
    const natural = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: (canvas.clientWidth * Math.min(devicePixelRatio, 2)) / natural.width })
    canvas.width = Math.round(viewport.width)
    canvas.height = Math.round(viewport.height)
    await page.render({ canvas, viewport }).promise
  } finally {
    await task.destroy()
  }
}
