import { PdfArray, type PdfDict, PdfNumber, type PdfObject } from '@libpdf/core'
import { inherited, type Resolve } from '../../../../server/pdf/page-content.ts'

/** A page as programs show it: cropped and turned. */
export interface ShownPage {
  /** In points. */
  width: number
  height: number
  /** From its points, origin bottom left, to those of its content; as in the operator `cm`. */
  matrix: number[]
}

const letter = [0, 0, 612, 792] as const

/** ISO 32000-1, 14.11.2: what is shown is the part of the media box that the crop box leaves. */
export function shownPage(page: PdfDict, resolve: Resolve): ShownPage {
  const media = boxOf(inherited(page, 'MediaBox', resolve), resolve) ?? letter
  const crop = boxOf(inherited(page, 'CropBox', resolve), resolve) ?? media
  const shown = [
    ...[0, 1].map(n => Math.max(media[n] as number, crop[n] as number)),
    ...[2, 3].map(n => Math.min(media[n] as number, crop[n] as number)),
  ]
  const [left = 0, bottom = 0, right = 0, top = 0] = isEmpty(shown) ? media : shown
  const unit = positive(numberOf(page.get('UserUnit'), resolve))
  const [width, height] = [(right - left) * unit, (top - bottom) * unit]
  const s = 1 / unit
  switch ((((numberOf(inherited(page, 'Rotate', resolve), resolve) ?? 0) % 360) + 360) % 360) {
    case 90:
      return { width: height, height: width, matrix: [0, s, -s, 0, right, bottom] }
    case 180:
      return { width, height, matrix: [-s, 0, 0, -s, right, top] }
    case 270:
      return { width: height, height: width, matrix: [0, -s, s, 0, left, top] }
    default:
      return { width, height, matrix: [s, 0, 0, s, left, bottom] }
  }
}

function boxOf(value: PdfObject | undefined, resolve: Resolve): number[] | undefined {
  const list = resolve(value)
  if (!(list instanceof PdfArray)) return undefined
  const [a, b, c, d] = [...list].map(each => numberOf(each, resolve))
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined
  const box = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
  return isEmpty(box) ? undefined : box
}

const isEmpty = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]) => c <= a || d <= b

const positive = (unit: number | undefined) => (unit && unit > 0 ? unit : 1)

function numberOf(value: PdfObject | undefined, resolve: Resolve): number | undefined {
  const number = resolve(value)
  return number instanceof PdfNumber ? number.value : undefined
}
