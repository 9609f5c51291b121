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
import type { RangeTransport } from './range-transport.ts'
import type { SafeLinks } from './safe-links.ts'

GlobalWorkerOptions.workerSrc = workerAddress

/** The folder of resources that pdf.js loads only for files that need them, created by `scripts/vite-pdfjs.ts`. */
const folder = import.meta.env.DEV ? '/node_modules/pdfjs-dist/' : `/assets/pdfjs-${version}/`
const data = () => new URL(folder, location.origin).href

/** Replaces pdf.js's own translations; `PdfReader` sets the labels. */
const noTranslations = { pause() {}, resume() {}, translate: async () => {}, get: async () => '' }

/** @returns pdf.js's viewer in an element, with our limits; it works until `signal` aborts */
export function createViewer(
  container: HTMLDivElement,
  eventBus: EventBus,
  linkService: SafeLinks,
  signal: AbortSignal,
) {
  return new PDFViewer({
    container,
    eventBus,
    linkService,
    findController: new PDFFindController({ eventBus, linkService }),
    l10n: noTranslations as never,
    // Forms are displayed with their values but can't be filled in, since no script in a PDF may run.
    annotationMode: AnnotationMode.ENABLE,
    annotationEditorMode: AnnotationEditorType.DISABLE,
    enableAutoLinking: false,
    removePageBorders: true,
    imageResourcesPath: `${data()}web/images/`,
    maxCanvasPixels: matchMedia('(pointer: coarse)').matches ? pdfCanvasPixelsOnPhones : pdfCanvasPixels,
    abortSignal: signal,
  } as ConstructorParameters<typeof PDFViewer>[0])
}

/** Starts to load a file. @returns the task; its promise resolves to the document */
export function readPdf(transport: RangeTransport): PDFDocumentLoadingTask {
  return getDocument({
    range: transport,
    rangeChunkSize: pdfPiece,
    disableStream: true,
    disableAutoFetch: transport.length > largePdf,
    ...resources(),
  })
}

/** The same for bytes already in the browser. */
export function readPdfBytes(bytes: Uint8Array): PDFDocumentLoadingTask {
  return getDocument({ data: bytes, ...resources() })
}

const resources = () => ({
  cMapUrl: `${data()}cmaps/`,
  standardFontDataUrl: `${data()}standard_fonts/`,
  wasmUrl: `${data()}wasm/`,
  iccUrl: `${data()}iccs/`,
  verbosity: 0,
})
