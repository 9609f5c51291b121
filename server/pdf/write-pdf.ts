import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'

/**
 * Writes a PDF of its objects (ISO 32000-1, 7.5). The same objects make the same bytes: there is no date in it, and nothing
 * by chance, so that equal documents have equal SHA-256.
 * @param objects the one with number n at place n - 1; the first is the catalog. References are to these numbers
 */
export function writePdf(objects: readonly PdfObject[]): Uint8Array<ArrayBuffer> {
  const pieces: Buffer[] = []
  let length = 0
  const add = (piece: Buffer) => {
    pieces.push(piece)
    length += piece.length
  }
  // Four bytes beyond ASCII say that this isn't text.
  add(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'))
  const offsets = objects.map((object, at) => {
    const offset = length
    add(Buffer.from(`${at + 1} 0 obj\n`))
    if (object instanceof PdfStream) {
      add(Buffer.from(`${dictText(object, object.data.length)}\nstream\n`, 'latin1'))
      add(Buffer.from(object.data))
      add(Buffer.from('\nendstream'))
    } else add(Buffer.from(valueText(object), 'latin1'))
    add(Buffer.from('\nendobj\n'))
    return offset
  })
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const xref = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R>>\n`
  const startxref = length
  add(Buffer.from(`${xref}startxref\n${startxref}\n%%EOF\n`))
  return new Uint8Array(Buffer.concat(pieces))
}

function valueText(value: PdfObject): string {
  if (value instanceof PdfRef) return `${value.objectNumber} ${value.generation} R`
  if (value instanceof PdfDict) return dictText(value)
  if (value instanceof PdfArray) return `[${[...value].map(valueText).join(' ')}]`
  if (value instanceof PdfName) return nameText(value.value)
  if (value instanceof PdfString) return `<${Buffer.from(value.bytes).toString('hex')}>`
  if (value instanceof PdfNumber) return numberText(value.value)
  if (value instanceof PdfBool) return String(value.value)
  return 'null'
}

/** @param streamLength bytes of a stream's data, which its dictionary says */
function dictText(dict: PdfDict, streamLength?: number): string {
  const entries = [...dict].filter(([key]) => streamLength === undefined || key.value !== 'Length')
  const length = streamLength === undefined ? '' : `/Length ${streamLength}`
  return `<<${entries.map(([key, value]) => `${nameText(key.value)} ${valueText(value)}`).join('')}${length}>>`
}

function nameText(name: string): string {
  const escaped = [...Buffer.from(name, 'latin1')].map(byte =>
    byte > 0x20 && byte < 0x7f && !'#()<>[]{}/%'.includes(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `#${byte.toString(16).padStart(2, '0')}`,
  )
  return `/${escaped.join('')}`
}

/** Exponents aren't numbers in a PDF. */
function numberText(value: number): string {
  if (Number.isInteger(value)) return String(value)
  return value.toFixed(8).replace(/\.?0+$/, '')
}
