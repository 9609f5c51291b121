import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs'

interface ThumbnailRequest {
  page: number
  canvas: HTMLCanvasElement
  task?: RenderTask
  released: boolean
}

/** Renders thumbnails of pages, one at a time, skipping those that were released before their turn. */
export class Thumbnails {
  readonly #pdf: PDFDocumentProxy
  #queue: ThumbnailRequest[] = []
  #drawing = false

  constructor(pdf: PDFDocumentProxy) {
    this.#pdf = pdf
  }

  /** @returns a function that cancels the request and releases the picture's memory */
  render(page: number, canvas: HTMLCanvasElement): () => void {
    const request: ThumbnailRequest = { page, canvas, released: false }
    this.#queue.push(request)
    void this.#processQueue()
    return () => {
      request.released = true
      request.task?.cancel()
      canvas.width = 0
      canvas.height = 0
    }
  }

  close(): void {
    for (const request of this.#queue) request.released = true
    this.#queue = []
  }

  async #processQueue(): Promise<void> {
    if (this.#drawing) return
    this.#drawing = true
    for (let request = this.#queue.shift(); request; request = this.#queue.shift()) {
      if (request.released) continue
      try {
        await this.#render(request)
      } catch (error) {
        // A page without its thumbnail still shows its number.
        if (!request.released) console.error(error)
      }
    }
    this.#drawing = false
  }

  async #render(request: ThumbnailRequest): Promise<void> {
    const page = await this.#pdf.getPage(request.page)
    if (request.released) return
    const { canvas } = request
    const ratio = Math.min(devicePixelRatio, 2)
    const natural = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: (canvas.clientWidth * ratio) / natural.width })
    canvas.width = Math.round(viewport.width)
    canvas.height = Math.round(viewport.height)
    request.task = page.render({ canvas, viewport })
    await request.task.promise
  }
}
