import { PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream } from '@libpdf/core'
import { contentOf, inherited, namesIn, paints, type Resolve } from '../../../../server/pdf/page-content.ts'

/** Pixels of a picture that is no logo: a page with one and hardly any text is scanned, though someone stamped it. */
const largePicture = 400 * 400
/** Characters of text that are hardly any, such as a page's number. */
const hardlyAny = 200
/** Characters of a text in a font that doesn't map its shapes to letters: a reader sees a name, and we see none. */
const unknownSign = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/gu
/** One in so many signs may be one: a bullet, or a logo's font. */
const readable = 25

/**
 * @param text of the page, as another program reads it
 * @returns whether its text can be searched: `text`; `picture`, where it is scanned, or its letters are drawn as lines; or
 *   `blank`
 * @throws DamagedPage
 */
export function kindOfPage(page: PdfDict, text: string, resolve: Resolve): 'text' | 'picture' | 'blank' {
  const content = contentOf(page.get('Contents'), resolve)
  const signs = text.replaceAll(/\s/g, '')
  const letters = signs.length
  if ((signs.match(unknownSign)?.length ?? 0) > letters / readable) return 'picture'
  if (letters > hardlyAny) return 'text'
  const resources = resolve(inherited(page, 'Resources', resolve))
  if (resources instanceof PdfDict && showsLargePicture(resources, content, resolve)) return 'picture'
  if (letters > 0) return 'text'
  return paints(content) ? 'picture' : 'blank'
}

/** Also one inside something that is drawn as a whole. A picture in the content itself is small (ISO 32000-1, 8.9.7). */
function showsLargePicture(resources: PdfDict, content: string, resolve: Resolve, depth = 0): boolean {
  const list = resolve(resources.get('XObject'))
  if (!(list instanceof PdfDict) || depth > 5) return false
  const names = namesIn(content)
  return [...list].some(([key, value]) => {
    const drawn = resolve(value)
    if (!names.has(key.value) || !(drawn instanceof PdfStream)) return false
    const subtype = resolve(drawn.get('Subtype'))
    if (subtype instanceof PdfName && subtype.value === 'Image')
      return numberOf(drawn.get('Width'), resolve) * numberOf(drawn.get('Height'), resolve) >= largePicture
    const own = resolve(drawn.get('Resources'))
    return own instanceof PdfDict && showsLargePicture(own, contentOf(drawn, resolve), resolve, depth + 1)
  })
}

function numberOf(value: PdfObject | undefined, resolve: Resolve): number {
  const number = resolve(value)
  return number instanceof PdfNumber ? number.value : 0
}
