import {
  AnnotationEditorType,
  AnnotationMode,
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { type EventBus, PDFFindController, PDFViewer } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs'
import { largePdf, pdfCanvasPixels, pdfCanvasPixelsOnPhones, pdfPiece } from '../../../../rules/limits.ts'
import type { SafeLinks } from './links.ts'
import type { Pieces } from './pieces.ts'

GlobalWorkerOptions.workerSrc = workerAddress

/** What pdf.js fetches besides the worker, only where a file needs it: `scripts/vite-pdfjs.ts` puts it there. */
const folder = import.meta.env.DEV ? '/node_modules/pdfjs-dist/' : `/assets/pdfjs-${version}/`
const data = () => new URL(folder, location.origin).href

/** pdf.js names its parts in many languages by files of its own; here they are named by `Reader`. */
const silent = { pause() {}, resume() {}, translate: async () => {}, get: async () => '' }

/** @returns pdf.js's own viewer in an element, with our limits; it lives until the signal */
export function createViewer(container: HTMLDivElement, eventBus: EventBus, linkService: SafeLinks, gone: AbortSignal) {
  return new PDFViewer({
    container,
    eventBus,
    linkService,
    findController: new PDFFindController({ eventBus, linkService }),
    l10n: silent as never,
    // Forms show what was filled in. Nothing a PDF brings may run, so nothing in it can be filled in here.
    annotationMode: AnnotationMode.ENABLE,
    annotationEditorMode: AnnotationEditorType.DISABLE,
    enableAutoLinking: false,
    removePageBorders: true,
    imageResourcesPath: `${data()}web/images/`,
    maxCanvasPixels: matchMedia('(pointer: coarse)').matches ? pdfCanvasPixelsOnPhones : pdfCanvasPixels,
    abortSignal: gone,
  } as ConstructorParameters<typeof PDFViewer>[0])
}

/** Begins to read a file. @returns the task, whose promise is the document */
export function readPdf(pieces: Pieces): PDFDocumentLoadingTask {
  return getDocument({
    range: pieces,
    rangeChunkSize: pdfPiece,
    disableStream: true,
    disableAutoFetch: pieces.length > largePdf,
    cMapUrl: `${data()}cmaps/`,
    standardFontDataUrl: `${data()}standard_fonts/`,
    wasmUrl: `${data()}wasm/`,
    iccUrl: `${data()}iccs/`,
    verbosity: 0,
  })
}
