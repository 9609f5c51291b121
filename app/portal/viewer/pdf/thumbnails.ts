import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs'

interface Wish {
  page: number
  canvas: HTMLCanvasElement
  task?: RenderTask
  dropped: boolean
}

/** Draws pages small, one after the other, and only those that are still wanted when their turn comes. */
export class Thumbnails {
  readonly #pdf: PDFDocumentProxy
  #wishes: Wish[] = []
  #drawing = false

  constructor(pdf: PDFDocumentProxy) {
    this.#pdf = pdf
  }

  /** @returns a function that drops the wish, and the picture with its memory */
  draw(page: number, canvas: HTMLCanvasElement): () => void {
    const wish: Wish = { page, canvas, dropped: false }
    this.#wishes.push(wish)
    void this.#work()
    return () => {
      wish.dropped = true
      wish.task?.cancel()
      canvas.width = 0
      canvas.height = 0
    }
  }

  close(): void {
    for (const wish of this.#wishes) wish.dropped = true
    this.#wishes = []
  }

  async #work(): Promise<void> {
    if (this.#drawing) return
    this.#drawing = true
    for (let wish = this.#wishes.shift(); wish; wish = this.#wishes.shift()) {
      if (wish.dropped) continue
      try {
        await this.#drawOne(wish)
      } catch (error) {
        // A page that cannot be drawn small keeps its number.
        if (!wish.dropped) console.error(error)
      }
    }
    this.#drawing = false
  }

  async #drawOne(wish: Wish): Promise<void> {
    const page = await this.#pdf.getPage(wish.page)
    if (wish.dropped) return
    const { canvas } = wish
    const ratio = Math.min(devicePixelRatio, 2)
    const natural = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: (canvas.clientWidth * ratio) / natural.width })
    canvas.width = Math.round(viewport.width)
    canvas.height = Math.round(viewport.height)
    wish.task = page.render({ canvas, viewport })
    await wish.task.promise
  }
}
