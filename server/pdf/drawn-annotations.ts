import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream, PdfString } from '@libpdf/core'
import { DamagedPage, type Resolve } from './page-content.ts'

/** Something that is drawn above a page's content. */
export interface Drawn {
  form: PdfObject
  /** Where, as in the operator `cm`. */
  matrix: number[]
}

/** Thrown for a field with a text that the file doesn't draw. */
export class UndrawnField extends DamagedPage {
  override name = 'UndrawnField'
}

/** Bits of an annotation's flags (ISO 32000-1, table 165): hidden, and only to be printed. */
const hidden = 2
const noView = 32

/**
 * A page's annotations, as they are drawn: a field becomes what is drawn of it, without the form that has the fields of
 * other pages, too. Of links those to web addresses stay.
 * @throws UndrawnField for a field with a value that nothing draws: only some programs would show it
 */
export function drawnAnnotations(page: PdfDict, resolve: Resolve): { drawn: Drawn[]; links: PdfDict[] } {
  const list = resolve(page.get('Annots'))
  const all = list instanceof PdfArray ? [...list].map(resolve) : []
  const shown = all.filter(each => each instanceof PdfDict).filter(each => isShown(each, resolve))
  return {
    drawn: shown.flatMap(annotation => drawnOf(annotation, resolve) ?? []),
    links: shown.flatMap(annotation => linkOf(annotation, resolve) ?? []),
  }
}

function isShown(annotation: PdfDict, resolve: Resolve): boolean {
  const flags = resolve(annotation.get('F'))
  const set = flags instanceof PdfNumber ? flags.value : 0
  return (
    (set & (hidden | noView)) === 0 &&
    !['Popup', 'FileAttachment', 'Movie', 'Screen'].includes(subtypeOf(annotation, resolve))
  )
}

function subtypeOf(annotation: PdfDict, resolve: Resolve): string {
  const subtype = resolve(annotation.get('Subtype'))
  return subtype instanceof PdfName ? subtype.value : ''
}

function drawnOf(annotation: PdfDict, resolve: Resolve): Drawn | undefined {
  if (subtypeOf(annotation, resolve) === 'Link') return undefined
  const form = appearanceOf(annotation, resolve)
  const drawing = resolve(form)
  if (!form || !(drawing instanceof PdfStream)) {
    if (hasText(annotation, resolve)) throw new UndrawnField('a field that nothing draws')
    return undefined
  }
  const [rect, box] = [numbersOf(annotation.get('Rect'), resolve), numbersOf(drawing.get('BBox'), resolve)]
  const own = numbersOf(drawing.get('Matrix'), resolve)
  const matrix =
    rect.length === 4 && box.length === 4 ? placed(rect, box, own.length === 6 ? own : identity) : undefined
  return matrix && { form, matrix }
}

/** The normal appearance, in its present state. */
export function appearanceOf(annotation: PdfDict, resolve: Resolve): PdfObject | undefined {
  const appearances = resolve(annotation.get('AP'))
  const normal = appearances instanceof PdfDict ? appearances.get('N') : undefined
  const states = resolve(normal)
  if (!(states instanceof PdfDict) || states instanceof PdfStream) return normal
  const state = resolve(annotation.get('AS'))
  return state instanceof PdfName ? states.get(state.value) : undefined
}

/** Whether a field, or the one that it is a part of, has a text. */
function hasText(annotation: PdfDict, resolve: Resolve): boolean {
  let field: PdfObject | undefined = annotation
  for (let depth = 0; depth < 20 && field instanceof PdfDict; depth++) {
    const value = resolve(field.get('V'))
    if (value instanceof PdfString && value.bytes.length > 0) return true
    field = resolve(field.get('Parent'))
  }
  return false
}

function numbersOf(value: PdfObject | undefined, resolve: Resolve): number[] {
  const list = resolve(value)
  if (!(list instanceof PdfArray)) return []
  return [...list].flatMap(each => {
    const number = resolve(each)
    return number instanceof PdfNumber ? [number.value] : []
  })
}

const identity = [1, 0, 0, 1, 0, 0]

/** ISO 32000-1, 12.5.5, algorithm: the box, moved by the drawing's own matrix, is fitted into the annotation's rectangle. */
function placed(rect: readonly number[], box: readonly number[], own: readonly number[]): number[] | undefined {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = own
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f])
  const xs = corners.map(([x = 0]) => x)
  const ys = corners.map(([, y = 0]) => y)
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  if (right <= left || top <= bottom) return undefined
  const [rx0 = 0, ry0 = 0, rx1 = 0, ry1 = 0] = rect
  const sx = Math.abs(rx1 - rx0) / (right - left)
  const sy = Math.abs(ry1 - ry0) / (top - bottom)
  return [sx, 0, 0, sy, Math.min(rx0, rx1) - left * sx, Math.min(ry0, ry1) - bottom * sy]
}

function linkOf(annotation: PdfDict, resolve: Resolve): PdfDict | undefined {
  const action = resolve(annotation.get('A'))
  const address = action instanceof PdfDict ? resolve(action.get('URI')) : undefined
  const rect = numbersOf(annotation.get('Rect'), resolve)
  if (subtypeOf(annotation, resolve) !== 'Link' || !(address instanceof PdfString) || rect.length !== 4)
    return undefined
  return PdfDict.of({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Link'),
    Rect: PdfArray.of(...rect.map(PdfNumber.of)),
    Border: PdfArray.of(...[0, 0, 0].map(PdfNumber.of)),
    A: PdfDict.of({ S: PdfName.of('URI'), URI: address }),
  })
}
