import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream } from '@libpdf/core'
import { appearanceOf } from '../../../../server/pdf/drawn-annotations.ts'
import type { Resolve } from '../../../../server/pdf/page-content.ts'
import { PortalError } from '../../../../server/platform/portal-error.ts'

/** Flags of an annotation that isn't shown (ISO 32000-1, table 165): hidden, and only to be printed. */
const notShown = 2 | 32
/** What shows nothing of its own. */
const unseen = ['Link', 'Popup']

/**
 * @returns what pages have above their contents, in words for the office
 * @throws PortalError for what programs show and the file itself doesn't draw
 */
export function aboveContents(pages: readonly PdfDict[], resolve: Resolve): Set<string> {
  const kinds = new Set<string>()
  for (const annotation of pages.flatMap(page => dictsOf(page.get('Annots'), resolve))) {
    const subtype = resolve(annotation.get('Subtype'))
    const kind = subtype instanceof PdfName ? subtype.value : ''
    const flags = resolve(annotation.get('F'))
    if (unseen.includes(kind) || (flags instanceof PdfNumber && flags.value & notShown)) continue
    const isField = kind === 'Widget'
    const isDrawn = resolve(appearanceOf(annotation, resolve)) instanceof PdfStream
    if (!isDrawn && !(isField && isPlain(annotation, resolve))) throw new PortalError('TEMPLATE_UNDRAWN')
    kinds.add(isField ? 'Form fields' : 'Comments and stamps')
  }
  return kinds
}

/** Whether a field has no border, ground or caption, which programs would draw. */
function isPlain(field: PdfDict, resolve: Resolve): boolean {
  const look = resolve(field.get('MK'))
  return !(look instanceof PdfDict) || !['BC', 'BG', 'CA'].some(key => look.has(key))
}

function dictsOf(value: PdfObject | undefined, resolve: Resolve): PdfDict[] {
  const list = resolve(value)
  return list instanceof PdfArray ? [...list].map(resolve).filter(each => each instanceof PdfDict) : []
}
