import { InvalidPDFException, PasswordException, PasswordResponses } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { EventBus, type PDFViewer } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs'
import { refusal } from '../../../shell/portal/refusal.ts'
import { clamp } from '../../../shell/zoom/transform.ts'
import { viewerMessages } from '../../messages.ts'
import { createViewer, readPdf } from './pdfjs.ts'
import { RangeTransport, Unreadable } from './range-transport.ts'
import { noSearchResult, openingState, type ReaderState, type SearchResult } from './reader-state.ts'
import { SafeLinks } from './safe-links.ts'
import { Thumbnails } from './thumbnails.ts'
import { nextScale, scaleLimits } from './zoom-steps.ts'

/**
 * One open PDF: pdf.js's viewer, which renders the pages near the window and releases the others, with our file
 * addresses, limits and labels. React reads `state` and subscribes to its changes.
 */
export class PdfReader {
  state: ReaderState = openingState
  readonly #listeners = new Set<() => void>()
  readonly #gone = new AbortController()
  readonly #bus = new EventBus()
  readonly #links = new SafeLinks({ eventBus: this.#bus })
  readonly #viewer: PDFViewer
  readonly #address: string
  #transport: RangeTransport | undefined
  #task: ReturnType<typeof readPdf> | undefined
  #enter: ((password: string) => void) | undefined
  #thumbnails: Thumbnails | undefined

  /** @param container an absolutely positioned scroll container; the pages go into its first child */
  constructor(container: HTMLDivElement, address: string) {
    this.#address = address
    this.#viewer = createViewer(container, this.#bus, this.#links, this.#gone.signal)
    this.#links.setViewer(this.#viewer)
    this.#listen()
  }

  /** Opens the file; `state` has the outcome. */
  async open(): Promise<void> {
    const { signal } = this.#gone
    try {
      this.#transport = await RangeTransport.open(this.#address, signal, lost => this.#set({ lost }))
      if (signal.aborted) return
      this.#task = readPdf(this.#transport)
      this.#task.onPassword = (enter: (password: string) => void, reason: number) => {
        this.#enter = enter
        this.#set({ stage: 'locked', wrongPassword: reason === PasswordResponses.INCORRECT_PASSWORD })
      }
      const pdf = await this.#task.promise
      if (signal.aborted) return
      if (pdf.numPages < 1) throw new Unreadable(refusal('PDF_EMPTY', viewerMessages))
      this.#thumbnails = new Thumbnails(pdf)
      this.#links.setDocument(pdf)
      this.#viewer.setDocument(pdf)
      // Without its first page the viewer never starts, and reports no error.
      Promise.all([pdf.getPage(1), pdf.getPermissions()]).catch(
        (error: unknown) => signal.aborted || this.#fail(error, 'damaged'),
      )
      const labels = await pdf.getPageLabels().catch(() => null)
      if (signal.aborted) return
      // Labels that equal the page numbers are useless.
      const own = labels?.some((label, i) => label !== '' && label !== String(i + 1)) ? labels : undefined
      if (own) this.#viewer.setPageLabels(own)
      this.#set({ pages: pdf.numPages, labels: own })
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    }
  }

  /** Releases the worker, canvases, listeners and pending requests. */
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

  /** Requests the missing ranges of the file again. */
  retry(): void {
    this.#set({ lost: undefined })
    this.#transport?.retry()
  }

  /** @param page a number from 1, or a page's own label */
  goTo(page: number | string): void {
    this.#links.goToPage(page as number)
  }

  /** @param value a scale, 1 being actual size, or how the page is to fit */
  zoomTo(value: number | ReaderState['fit']): void {
    if (value) this.#viewer.currentScaleValue = String(value)
  }

  /** Zooms in or out by one step; the fit to the window's width is one of the steps. */
  zoomStep(direction: 1 | -1): void {
    const { scale } = this.state
    const next = nextScale(scale, direction, this.state.fitScale)
    this.zoomTo(next === this.state.fitScale ? 'auto' : next)
  }

  /** @param origin the point that stays in place, in pixels of the window */
  zoomAround(scale: number, origin: [number, number]): void {
    const factor = clamp(scale, scaleLimits) / this.#viewer.currentScale
    if (Math.abs(factor - 1) > 0.005) this.#viewer.updateScale({ scaleFactor: factor, origin, drawingDelay: 300 })
  }

  rotate(): void {
    this.#viewer.pagesRotation += 90
  }

  /** @param step 0 for a new search, 1 or -1 for the next or previous match */
  find(query: string, step: 0 | 1 | -1): void {
    if (!query) {
      this.#bus.dispatch('findbarclose', { source: this })
      this.#set({ found: noSearchResult })
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

  /** Renders a thumbnail of a page. @returns a function that releases it */
  thumbnail(page: number, canvas: HTMLCanvasElement): () => void {
    return this.#thumbnails?.render(page, canvas) ?? (() => {})
  }

  #set(change: Partial<ReaderState>): void {
    if (this.#gone.signal.aborted) return
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** @param otherwise the meaning of an unexpected error: pdf.js can't run in this browser, or the file is damaged */
  #fail(error: unknown, otherwise?: 'damaged'): void {
    const unreadable = error instanceof Unreadable ? error.refusal : undefined
    const damaged =
      error instanceof InvalidPDFException || error instanceof PasswordException || (otherwise && !unreadable)
    const failure = damaged ? refusal('PDF_DAMAGED', viewerMessages) : unreadable
    if (!failure) console.error(error)
    this.#set(failure ? { stage: 'failed', failure } : { stage: 'unable' })
  }

  #listen(): void {
    const on = (name: string, listener: (event: never) => void) => this.#bus.on(name, listener)
    on('pagesinit', () => {
      for (const [i, page] of [...(this.#viewer.viewer?.children ?? [])].entries()) setLabel(page, `Page ${i + 1}`)
      this.#viewer.currentScaleValue = 'auto'
      // Shows the margin above the first page.
      this.#viewer.container.scrollTop = 0
      this.#set({ stage: 'reading', pages: this.#viewer.pagesCount })
    })
    on('pagechanging', ({ pageNumber }: { pageNumber: number }) => this.#set({ page: pageNumber }))
    on('scalechanging', ({ scale, presetValue }: { scale: number; presetValue?: string }) => {
      const fit = presetValue as ReaderState['fit']
      this.#set({ scale, fit, ...(fit === 'auto' && { fitScale: scale }) })
    })
    // Tab should stop at a page's links, not at every page.
    on('textlayerrendered', ({ source }: { source: { textLayer?: { div: HTMLElement } } }) => {
      if (source.textLayer) source.textLayer.div.tabIndex = -1
    })
    on('pagerendered', ({ error, pageNumber }: { error?: Error; pageNumber: number }) => {
      // A page around may ask whether every page was shown, such as that of a document to sign.
      if (!error)
        this.#viewer.container.dispatchEvent(new CustomEvent('pagedrawn', { bubbles: true, detail: pageNumber }))
      if (!error || error.name === 'RenderingCancelledException') return
      console.error(error)
      this.#set({ undrawn: pageNumber })
    })
    on('updatefindmatchescount', ({ matchesCount }: { matchesCount: SearchResult }) =>
      this.#set({ found: { ...this.state.found, ...matchesCount } }),
    )
    on('updatefindcontrolstate', ({ state, matchesCount }: { state: number; matchesCount: SearchResult }) =>
      this.#set({ found: { ...matchesCount, searching: state === 3 } }),
    )
    const resized = new ResizeObserver(() => {
      const { fit } = this.state
      // While the history is shown, the container has no size to fit.
      if (fit && this.#viewer.container.clientWidth > 0) this.#viewer.currentScaleValue = fit
    })
    resized.observe(this.#viewer.container)
    this.#gone.signal.addEventListener('abort', () => resized.disconnect())
  }
}

function setLabel(element: Element, name: string): void {
  element.setAttribute('aria-label', name)
  for (const attribute of ['data-l10n-id', 'data-l10n-args']) element.removeAttribute(attribute)
}
