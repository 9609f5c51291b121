import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assembled, byPdfkit, encrypted, unpacked, withDrawnFields } from '../../../tests/helpers/pdf-makers.ts'
import { checkPdf, textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { fixture } from '../../../tests/helpers/random-batches.ts'
import { PdfReader } from '../server/pdf/pdf-reader.ts'

let reader: PdfReader
beforeAll(() => {
  reader = new PdfReader()
})
afterAll(() => reader[Symbol.asyncDispose]())

const lines = [1, 2, 3, 4].map(n => [`Recipient number ${n}`, `Name of person ${n}`, `Amount ${n}00.00`])
const open = async (pdf: Uint8Array) => {
  const opened = await reader.open(pdf)
  if ('problem' in opened) throw new Error(opened.problem)
  return opened
}
const part = async (from: number, to: number) => (await reader.part(from, to)) ?? expect.fail('it could not be divided')

describe('a page that is taken out', () => {
  test.each([
    ['pdfkit', () => byPdfkit(lines)],
    ['Chromium', async () => fixture('four-Chromium.pdf')],
    ['LibreOffice', async () => fixture('four-LibreOffice.pdf')],
    ['Ghostscript', async () => fixture('four-Ghostscript.pdf')],
    ['qpdf', async () => toppedAndTailed(await byPdfkit(lines))],
  ])('of %s is whole, and has nothing of the others', async (_, make) => {
    const pdf = await make()
    const { pages } = await open(pdf)
    for (let page = 1; page <= pages; page++) {
      const { text, kind } = await reader.page(page)
      expect(kind).toBe('text')
      const one = await part(page, page)
      checkPdf(one)
      const [, number = ''] = /Recipient number (\d)/.exec(text) ?? []
      expect(textOfPdf(one)).toContain(`Name of person ${number}`)
      expect(textOfPdf(one)).not.toMatch(new RegExp(`person [^${number}]`))
      // The same pages make the same bytes.
      expect(Buffer.from(await part(page, page)).equals(one)).toBe(true)
    }
  })

  test('has no picture that only other pages show, though all pages name it', async () => {
    const pdf = sharedResources()
    await open(pdf)
    const [first, second] = [unpacked(await part(1, 1)), unpacked(await part(2, 2))]
    expect(first).toContain('SECRET-OF-ONE')
    expect(first).not.toContain('SECRET-OF-TWO')
    expect(second).toContain('SECRET-OF-TWO')
    expect(second).not.toContain('SECRET-OF-ONE')
  })

  test('shows what was typed into its fields, without the form that has everybody’s', async () => {
    const form = new PDFDocument({ size: 'LETTER' })
    form.font('Helvetica').initForm()
    form.text('Name').formText('name1', 100, 100, 200, 20, { value: 'Typed One' })
    form.addPage().text('Name').formText('name2', 100, 100, 200, 20, { value: 'Typed Two' })
    form.end()
    const undrawn = await buffer(form)
    await open(undrawn)
    expect((await reader.page(1)).typed).toContain('Typed One')
    // An undrawn field can't be removed from the form.
    expect(await reader.part(1, 1)).toBeUndefined()
    await open(withDrawnFields(undrawn))
    const made = await part(1, 1)
    checkPdf(made)
    expect(textOfPdf(made)).toContain('Typed One')
    expect(unpacked(made)).not.toContain('Typed Two')
    expect(unpacked(made)).not.toContain('/AcroForm')
  })

  test('keeps links to the web, and none to other pages', async () => {
    const linked = new PDFDocument({ size: 'LETTER' })
    linked.text('Visit us', { link: 'https://larkstone.example/', underline: true })
    linked.text('Page two', { goTo: 'two' })
    linked.addPage().text('A stranger’s', { destination: 'two' })
    linked.end()
    await open(await buffer(linked))
    const made = unpacked(await part(1, 1))
    expect(made).toContain('https://larkstone.example/')
    expect(made.match(/\/Type \/Page\b/g)).toHaveLength(1)
    expect(made).not.toContain('/GoTo')
  })
})

test('what can’t be searched is told from what can: pictures, letters drawn as lines, blank pages', async () => {
  const pdf = await byPdfkit([lines[0] as string[], []])
  const kinds = async (bytes: Uint8Array) => {
    const { pages } = await open(bytes)
    const found = []
    for (let page = 1; page <= pages; page++) found.push((await reader.page(page)).kind)
    return found
  }
  expect(await kinds(pdf)).toEqual(['text', 'blank'])
  expect(await kinds(fixture('scan.pdf'))).toEqual(['picture'])
  expect(await kinds(fixture('outlines.pdf'))).toEqual(['picture'])
  expect(await kinds(fixture('without-letters.pdf'))).toEqual(['picture'])
})

test('an encrypted PDF is refused, whether it asks for a password or not; so is what isn’t one', async () => {
  const pdf = await byPdfkit(lines)
  expect(await reader.open(encrypted(pdf))).toEqual({ problem: 'encrypted' })
  expect(await reader.open(encrypted(pdf, ''))).toEqual({ problem: 'encrypted' })
  expect(await reader.open(Buffer.from('%PDF-1.7\nnothing'))).toEqual({ problem: 'unreadable' })
  // The reader continues.
  expect(await reader.open(pdf)).toMatchObject({ pages: 4 })
})

test('bookmarks lead to their pages', async () => {
  const pdf = new PDFDocument({ size: 'LETTER' })
  pdf.text('One')
  pdf.outline.addItem('Marsh')
  pdf.addPage().text('Two')
  pdf.addPage().text('Three')
  pdf.outline.addItem('Okafor')
  pdf.end()
  expect((await open(await buffer(pdf))).bookmarks).toEqual([
    { title: 'Marsh', page: 1 },
    { title: 'Okafor', page: 3 },
  ])
})

test('a PDF that is damaged on one page loses no other', async () => {
  const many = Array.from({ length: 320 }, (_, n) => [`Page number ${n + 1} of many`, 'x'.repeat(300)])
  const pdf = Buffer.from(await byPdfkit(many))
  const damaged = damageStream(pdf, 300)
  await open(damaged)
  const kinds = []
  for (let page = 1; page <= many.length; page++) kinds.push((await reader.page(page)).kind)
  expect(kinds.flatMap((kind, n) => (kind === 'text' ? [] : [`${n + 1} ${kind}`]))).toEqual(['300 damaged'])
  expect(textOfPdf(await part(299, 299))).toContain('Page number 299 of many')
  expect(textOfPdf(await part(301, 301))).toContain('Page number 301 of many')
  expect(await reader.part(300, 300)).toBeUndefined()
})

/** Some of its pages, in another order. */
const toppedAndTailed = (pdf: Buffer) => assembled([4, 2].map(page => ({ pdf, page })))

/** Overwrites the middle of the compressed content of one page. */
function damageStream(pdf: Buffer, page: number): Buffer {
  const copy = Buffer.from(pdf)
  const streams: number[] = []
  for (let at = copy.indexOf('stream\n'); at >= 0; at = copy.indexOf('stream\n', at + 1))
    if (copy.subarray(at - 3, at).toString() !== 'end') streams.push(at + 7)
  // pdfkit writes the content of each page before anything else that is a stream.
  const at = streams[page - 1] ?? 0
  copy.fill(0xff, at + 20, at + 60)
  return copy
}

/** Two pages that share one list of resources, as office programs write it: a drawing for each of them. */
function sharedResources(): Buffer {
  const form = (secret: string) => {
    const drawn = `BT /F1 12 Tf 10 10 Td (${secret}) Tj ET`
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 300 40] /Resources << /Font << /F1 3 0 R >> >> /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`
  }
  const page = (name: string) => {
    const drawn = `q 1 0 0 1 72 700 cm /${name} Do Q`
    return `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`
  }
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 2 /Kids [4 0 R 5 0 R] /Resources 10 0 R /MediaBox [0 0 612 792] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Page /Parent 2 0 R /Contents 6 0 R >>',
    '<< /Type /Page /Parent 2 0 R /Contents 7 0 R >>',
    page('X1'),
    page('X2'),
    form('SECRET-OF-ONE'),
    form('SECRET-OF-TWO'),
    '<< /XObject << /X1 8 0 R /X2 9 0 R >> >>',
  ].map((body, n) => `${n + 1} 0 obj\n${body}\nendobj\n`)
  let end = '%PDF-1.7\n'.length
  const table = objects.map(object => {
    const offset = String(end).padStart(10, '0')
    end += object.length
    return `${offset} 00000 n \n`
  })
  return Buffer.from(
    `%PDF-1.7\n${objects.join('')}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`,
    'latin1',
  )
}
