import { InvalidPDFException, PasswordException, PasswordResponses } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { EventBus, type PDFViewer } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs'
import { viewerMessages } from '../../../../rules/viewer-messages.ts'
import { clamp } from '../../../zoom/transform.ts'
import { refusal } from '../../errors.ts'
import { SafeLinks } from './links.ts'
import { createViewer, readPdf } from './pdfjs.ts'
import { Pieces, Unreadable } from './pieces.ts'
import { type Found, nothingFound, opening, type ReaderState } from './state.ts'
import { Thumbnails } from './thumbnails.ts'
import { nextScale, scaleLimits } from './zoom-steps.ts'

/**
 * One open PDF: pdf.js's own viewer, which draws the pages near the window and lets the others go, with our addresses,
 * our limits and our words. The page reads `state` and is told of changes.
 */
export class Reader {
  state: ReaderState = opening
  readonly #listeners = new Set<() => void>()
  readonly #gone = new AbortController()
  readonly #bus = new EventBus()
  readonly #links = new SafeLinks({ eventBus: this.#bus })
  readonly #viewer: PDFViewer
  readonly #address: string
  #pieces: Pieces | undefined
  #task: ReturnType<typeof readPdf> | undefined
  #enter: ((password: string) => void) | undefined
  #thumbnails: Thumbnails | undefined

  /** @param container absolutely positioned, scrolls; its first child takes the pages */
  constructor(container: HTMLDivElement, address: string) {
    this.#address = address
    this.#viewer = createViewer(container, this.#bus, this.#links, this.#gone.signal)
    this.#links.setViewer(this.#viewer)
    this.#listen()
  }

  /** Opens the file; how that ends is in `state`. */
  async open(): Promise<void> {
    const { signal } = this.#gone
    try {
      this.#pieces = await Pieces.open(this.#address, signal, lost => this.#set({ lost }))
      if (signal.aborted) return
      this.#task = readPdf(this.#pieces)
      this.#task.onPassword = (enter: (password: string) => void, reason: number) => {
        this.#enter = enter
        this.#set({ stage: 'locked', wrongPassword: reason === PasswordResponses.INCORRECT_PASSWORD })
      }
      const pdf = await this.#task.promise
      if (signal.aborted) return
      this.#thumbnails = new Thumbnails(pdf)
      this.#links.setDocument(pdf)
      this.#viewer.setDocument(pdf)
      const labels = await pdf.getPageLabels().catch(() => null)
      if (signal.aborted) return
      // Where they are the numbers themselves they say nothing.
      const own = labels?.some((label, i) => label !== '' && label !== String(i + 1)) ? labels : undefined
      if (own) this.#viewer.setPageLabels(own)
      this.#set({ pages: pdf.numPages, labels: own })
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    }
  }

  /** Frees what the file took: worker, canvases, listeners, requests under way. */
  close(): void {
    this.#gone.abort()
    this.#thumbnails?.close()
    this.#viewer.setDocument(null as never)
    this.#links.setDocument(null)
    void this.#task?.destroy()
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  password(password: string): void {
    this.#set({ stage: 'opening', wrongPassword: false })
    this.#enter?.(password)
  }

  /** Asks again for pieces of the file that did not come. */
  retry(): void {
    this.#set({ lost: undefined })
    this.#pieces?.retry()
  }

  /** @param page a number from 1, or a page's own label */
  goTo(page: number | string): void {
    this.#links.goToPage(page as number)
  }

  /** @param value a scale, 1 being actual size, or how the page is to fit */
  zoomTo(value: number | ReaderState['fit']): void {
    if (value) this.#viewer.currentScaleValue = String(value)
  }

  /** One step nearer or further; a step never skips the width of the window. */
  zoomStep(direction: 1 | -1): void {
    const { scale } = this.state
    const next = nextScale(scale, direction, this.state.fitScale)
    this.zoomTo(next === this.state.fitScale ? 'auto' : next)
  }

  /** @param origin the point that stays where it is, in the window's pixels */
  zoomAround(scale: number, origin: [number, number]): void {
    const factor = clamp(scale, scaleLimits) / this.#viewer.currentScale
    if (Math.abs(factor - 1) > 0.005) this.#viewer.updateScale({ scaleFactor: factor, origin, drawingDelay: 300 })
  }

  turn(): void {
    this.#viewer.pagesRotation += 90
  }

  /** @param step 0 for a new search, 1 or -1 for the next or previous place */
  find(query: string, step: 0 | 1 | -1): void {
    if (!query) {
      this.#bus.dispatch('findbarclose', { source: this })
      this.#set({ found: nothingFound })
      return
    }
    this.#bus.dispatch('find', {
      source: this,
      type: step === 0 ? '' : 'again',
      query,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: step < 0,
      matchDiacritics: false,
    })
  }

  /** Draws a page small. @returns a function that lets it go */
  thumbnail(page: number, canvas: HTMLCanvasElement): () => void {
    return this.#thumbnails?.draw(page, canvas) ?? (() => {})
  }

  #set(change: Partial<ReaderState>): void {
    if (this.#gone.signal.aborted) return
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener()
  }

  #fail(error: unknown): void {
    const unreadable = error instanceof Unreadable ? error.refusal : undefined
    const damaged = error instanceof InvalidPDFException || error instanceof PasswordException
    const failure = damaged ? refusal('PDF_DAMAGED', viewerMessages) : unreadable
    if (!failure) console.error(error)
    this.#set(failure ? { stage: 'failed', failure } : { stage: 'unable' })
  }

  #listen(): void {
    const on = (name: string, listener: (event: never) => void) => this.#bus.on(name, listener)
    on('pagesinit', () => {
      for (const [i, page] of [...(this.#viewer.viewer?.children ?? [])].entries()) named(page, `Page ${i + 1}`)
      this.#viewer.currentScaleValue = 'auto'
      // With the desk above it, not cut off at its edge.
      this.#viewer.container.scrollTop = 0
      this.#set({ stage: 'reading', pages: this.#viewer.pagesCount })
    })
    on('pagechanging', ({ pageNumber }: { pageNumber: number }) => this.#set({ page: pageNumber }))
    on('scalechanging', ({ scale, presetValue }: { scale: number; presetValue?: string }) => {
      const fit = presetValue as ReaderState['fit']
      this.#set({ scale, fit, ...(fit === 'auto' && { fitScale: scale }) })
    })
    // A reader who goes through the page by Tab wants its links, not one stop a page.
    on('textlayerrendered', ({ source }: { source: { textLayer?: { div: HTMLElement } } }) => {
      if (source.textLayer) source.textLayer.div.tabIndex = -1
    })
    on('pagerendered', ({ error }: { error?: Error }) => {
      if (error && error.name !== 'RenderingCancelledException') console.error(error)
    })
    on('updatefindmatchescount', ({ matchesCount }: { matchesCount: Found }) =>
      this.#set({ found: { ...this.state.found, ...matchesCount } }),
    )
    on('updatefindcontrolstate', ({ state, matchesCount }: { state: number; matchesCount: Found }) =>
      this.#set({ found: { ...matchesCount, searching: state === 3 } }),
    )
    const resized = new ResizeObserver(() => {
      const { fit } = this.state
      // Behind the history it has no size, and fits nothing.
      if (fit && this.#viewer.container.clientWidth > 0) this.#viewer.currentScaleValue = fit
    })
    resized.observe(this.#viewer.container)
    this.#gone.signal.addEventListener('abort', () => resized.disconnect())
  }
}

function named(element: Element, name: string): void {
  element.setAttribute('aria-label', name)
  for (const attribute of ['data-l10n-id', 'data-l10n-args']) element.removeAttribute(attribute)
}
