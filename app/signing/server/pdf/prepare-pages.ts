import { PDF, PdfArray, PdfBool, PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from '@libpdf/core'
import { copyPages } from '../../../../server/pdf/copy-pages.ts'
import { UndrawnField } from '../../../../server/pdf/drawn-annotations.ts'
import { DamagedPage, type Resolve } from '../../../../server/pdf/page-content.ts'
import { PortalError } from '../../../../server/platform/portal-error.ts'
import { pdfMarks } from '../../../file-checks/server/pdf-marks.ts'
import { longestSide, shortestSide, templateBytes, templatePages } from '../../limits.ts'
import { aboveContents } from './above-pages.ts'
import { hasLayers } from './layers.ts'
import { shownPage } from './shown-page.ts'

export interface Template {
  bytes: Uint8Array<ArrayBuffer>
  /** As shown, in points. */
  pages: { width: number; height: number }[]
  /** What became a part of the pages, in words. */
  flattened: string[]
}

/**
 * Copies what a PDF's pages draw, and nothing else of it.
 * @throws PortalError for what can't be signed as it is
 */
export async function preparePages(bytes: Uint8Array): Promise<Template> {
  if (bytes.length > templateBytes) throw new PortalError('TEMPLATE_LARGE')
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) throw new PortalError('TEMPLATE_NO_PDF')
  const { catalog, pages, resolve } = await openPdf(bytes)
  refuseForm(catalog, pages, resolve)
  refuseMarks(bytes)
  if (pages.length === 0 || pages.length > templatePages) throw new PortalError('TEMPLATE_PAGES')
  const shown = pages.map(page => shownPage(page, resolve))
  if (
    shown.some(({ width, height }) => Math.min(width, height) < shortestSide || Math.max(width, height) > longestSide)
  )
    throw new PortalError('TEMPLATE_PAGE_SIZE')
  const flattened = aboveContents(pages, resolve)
  if (hasLayers(catalog, pages, resolve)) flattened.add('Layers')
  return {
    bytes: copied(pages, resolve),
    pages: shown.map(({ width, height }) => ({ width, height })),
    flattened: [...flattened],
  }
}

function copied(pages: readonly PdfDict[], resolve: Resolve): Uint8Array<ArrayBuffer> {
  try {
    return copyPages(pages, resolve)
  } catch (cause) {
    if (!(cause instanceof DamagedPage)) throw cause
    throw new PortalError(cause instanceof UndrawnField ? 'TEMPLATE_UNDRAWN' : 'TEMPLATE_DAMAGED', { cause })
  }
}

export interface OpenPdf {
  catalog: PdfDict
  pages: PdfDict[]
  resolve: Resolve
}

/** @throws PortalError for one that is damaged or encrypted */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const pdf = await PDF.load(bytes).catch(cause => {
    // Where its very structure is encrypted, it looks damaged.
    throw new PortalError(Buffer.from(bytes).includes('/Encrypt') ? 'TEMPLATE_ENCRYPTED' : 'TEMPLATE_DAMAGED', {
      cause,
    })
  })
  if (pdf.isEncrypted) throw new PortalError('TEMPLATE_ENCRYPTED')
  const resolve: Resolve = value => {
    let target: PdfObject | null | undefined = value
    for (let depth = 0; depth < 20 && target instanceof PdfRef; depth++) target = pdf.context.resolve(target)
    return target instanceof PdfRef || target === null ? undefined : target
  }
  const pages = pdf.context.pages.getPages().map(resolve)
  const dicts = pages.filter(each => each instanceof PdfDict)
  if (dicts.length < pages.length) throw new PortalError('TEMPLATE_DAMAGED')
  return { catalog: pdf.context.catalog.getDict(), pages: dicts, resolve }
}

function refuseMarks(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const marks = pdfMarks({ size: file.length, read: (start, end) => file.subarray(start, end) })
  if (marks.includes('scripts')) throw new PortalError('TEMPLATE_SCRIPTS')
  if (marks.includes('launch')) throw new PortalError('TEMPLATE_LAUNCH')
  if (marks.includes('attachments')) throw new PortalError('TEMPLATE_ATTACHMENTS')
  if (marks.length > 0) throw new PortalError('TEMPLATE_DAMAGED')
}

/** Signatures, dynamic forms, and fields with a text that each program draws for itself. */
function refuseForm(catalog: PdfDict, pages: readonly PdfDict[], resolve: Resolve): void {
  if (catalog.has('Perms')) throw new PortalError('TEMPLATE_SIGNED')
  const form = resolve(catalog.get('AcroForm'))
  if (!(form instanceof PdfDict)) return
  if (form.has('XFA')) throw new PortalError('TEMPLATE_XFA')
  const needs = resolve(form.get('NeedAppearances'))
  const isUndrawn = needs instanceof PdfBool && needs.value
  for (const { type, value } of fieldsOf([form.get('Fields'), ...pages.map(page => page.get('Annots'))], resolve)) {
    if (type === 'Sig' && value instanceof PdfDict) throw new PortalError('TEMPLATE_SIGNED')
    if (isUndrawn && value instanceof PdfString && value.bytes.length > 0) throw new PortalError('TEMPLATE_UNDRAWN')
  }
}

/** Fields and their parts, with the type and value that they have or inherit. */
function fieldsOf(
  lists: readonly (PdfObject | undefined)[],
  resolve: Resolve,
): { type: string; value: PdfObject | undefined }[] {
  const found: { type: string; value: PdfObject | undefined }[] = []
  const seen = new Set<PdfObject>()
  const walk = (list: PdfObject | undefined, above: string) => {
    const kids = resolve(list)
    for (const kid of kids instanceof PdfArray ? [...kids].map(resolve) : []) {
      if (!(kid instanceof PdfDict) || seen.has(kid)) continue
      seen.add(kid)
      const own = resolve(kid.get('FT'))
      const type = own instanceof PdfName ? own.value : above
      found.push({ type, value: resolve(kid.get('V')) })
      walk(kid.get('Kids'), type)
    }
  }
  for (const list of lists) walk(list, '')
  return found
}
