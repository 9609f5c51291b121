import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { byPdfkit, encrypted, packed, unpacked, withDrawnFields } from '../../../tests/helpers/pdf-makers.ts'
import { checkPdf, picturesOf, textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { fixture } from '../../../tests/helpers/random-batches.ts'
import { shownTexts } from '../../../tests/helpers/shown-texts.ts'
import { templateBytes, templatePages } from '../limits.ts'
import { fillPages } from '../server/pdf/fill-pages.ts'
import { preparePages } from '../server/pdf/prepare-pages.ts'
import { fillTemplate, missingLetters, prepareTemplate } from '../server/pdf/template.ts'

const uploaded = (name: string) => readFileSync(new URL(`../../../tests/fixtures/files/${name}`, import.meta.url))
const certificate = () => byPdfkit([['Certificate of completion', 'Signed by both']])

/** A PDF of objects as they are written; the first is the catalog. */
function pdfOf(...objects: string[]): Buffer {
  let file = '%PDF-1.7\n'
  const table = objects.map((body, n) => {
    const offset = String(file.length).padStart(10, '0')
    file += `${n + 1} 0 obj\n${body}\nendobj\n`
    return `${offset} 00000 n \n`
  })
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + end, 'latin1')
}

const stream = (content: string, entries = '') =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`

interface OnePage {
  page?: string
  pages?: string
  catalog?: string
  content?: string
  resources?: string
  more?: string[]
}

/** One page, with entries in its dictionary, its parent's, and the catalog. Further objects have numbers from 6. */
function onePage({
  page = '/MediaBox [0 0 612 792]',
  pages = '',
  catalog = '',
  content,
  resources = '',
  more = [],
}: OnePage) {
  return pdfOf(
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count 1 /Kids [3 0 R] ${pages} >>`,
    `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> ${page} >>`,
    stream(content ?? 'BT /F1 12 Tf 300 400 Td (Agreement) Tj ET 250 300 90 40 re f'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...more,
  )
}

const refused = (pdf: Uint8Array) =>
  preparePages(pdf).then(
    () => 'accepted',
    error => error.code,
  )

describe('a PDF by another program', () => {
  test.each([
    ['Chromium', () => fixture('four-Chromium.pdf')],
    ['LibreOffice', () => fixture('four-LibreOffice.pdf')],
    ['Ghostscript', () => fixture('four-Ghostscript.pdf')],
    ['a scanner', () => fixture('scan.pdf')],
    ['pdfkit', () => uploaded('subscription-agreement.pdf')],
    ['qpdf, with object streams', () => packed(fixture('four-LibreOffice.pdf'))],
    ['qpdf, linearized', () => packed(fixture('four-Chromium.pdf'), '--linearize')],
    ['a program that writes a mark before it', () => Buffer.concat([Buffer.from('\ufeff\n'), onePage({})])],
  ])('looks the same once it is prepared: %s', async (_, make) => {
    const pdf = make()
    const { bytes, pages, flattened } = await preparePages(pdf)
    checkPdf(bytes)
    expect(picturesOf(bytes).equals(picturesOf(pdf))).toBe(true)
    expect(flattened).toEqual([])
    const { width, height } = await shownTexts(bytes)
    expect(pages[0]?.width).toBeCloseTo(width, 6)
    expect(pages[0]?.height).toBeCloseTo(height, 6)
    // The same file makes the same bytes.
    expect(Buffer.from((await preparePages(pdf)).bytes).equals(bytes)).toBe(true)
  })

  test(`may have ${templatePages} pages, and no more`, async () => {
    const pages = Array.from({ length: templatePages }, (_, n) => [`Page ${n + 1}`])
    const { bytes, pages: shown } = await preparePages(await byPdfkit(pages))
    expect(shown).toHaveLength(templatePages)
    const box = { page: templatePages, x: 100, y: 200, width: 200, height: 20 }
    const filled = await fillPages(bytes, [{ ...box, text: 'Jane Doe' }], await certificate())
    expect(textOfPdf(filled).split('\f')[templatePages - 1]).toContain('Jane Doe')
    expect(textOfPdf(filled).split('\f')[templatePages]).toContain('Certificate of completion')
    expect(await refused(await byPdfkit([...pages, ['One more']]))).toBe('TEMPLATE_PAGES')
  })

  test('has its form’s fields, stamps and shown layers on its pages afterward, and nothing that acts', async () => {
    const form = new PDFDocument({ size: 'LETTER' })
    form.font('Helvetica').initForm()
    form.text('Name').formText('name', 100, 100, 200, 20, { value: 'Typed One' })
    form.formText('empty', 100, 140, 200, 20)
    form.text('Visit us', 100, 300, { link: 'https://larkstone.example/' })
    form.end()
    const undrawn = await buffer(form)
    expect(await refused(undrawn)).toBe('TEMPLATE_UNDRAWN')
    const drawn = withDrawnFields(undrawn)
    // What the file draws may be older than what is typed.
    const doubtful = unpacked(drawn).replace('/Fields [', '/NeedAppearances true /Fields [')
    expect(await refused(Buffer.from(doubtful, 'latin1'))).toBe('TEMPLATE_UNDRAWN')
    const { bytes, flattened } = await preparePages(drawn)
    expect(flattened).toEqual(['Form fields'])
    expect(picturesOf(bytes).equals(picturesOf(drawn))).toBe(true)
    expect(textOfPdf(bytes)).toContain('Typed One')
    expect(unpacked(bytes)).toContain('https://larkstone.example/')
    expect(unpacked(bytes)).not.toMatch(/AcroForm|Widget|NeedAppearances/)
  })

  test.each([
    ['an XFA form', 'TEMPLATE_XFA', { catalog: '/AcroForm << /XFA 6 0 R /Fields [] >>', more: [stream('<xdp/>')] }],
    ['a script when it opens', 'TEMPLATE_SCRIPTS', { catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }],
    [
      'a script of a page',
      'TEMPLATE_SCRIPTS',
      { page: '/MediaBox [0 0 612 792] /AA << /O << /S /JavaScript /JS (x) >> >>' },
    ],
    [
      'a script by name, disguised',
      'TEMPLATE_SCRIPTS',
      { catalog: '/Names << /JavaS#63ript << /Names [(a) << /S /J#61vaScript /J#53 (x) >>] >> >>' },
    ],
    [
      'a script of a field',
      'TEMPLATE_SCRIPTS',
      { catalog: '/AcroForm << /Fields [<< /FT /Tx /T (a) /AA << /K << /S /JavaScript /JS (x) >> >> >>] >>' },
    ],
    [
      'a program to start',
      'TEMPLATE_LAUNCH',
      { page: '/MediaBox [0 0 612 792] /Annots [<< /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (a.exe) >> >>]' },
    ],
    [
      'another file in it',
      'TEMPLATE_ATTACHMENTS',
      {
        catalog: '/Names << /EmbeddedFiles << /Names [(a) << /F (a) /EF << /F 6 0 R >> >>] >> >>',
        more: [stream('x')],
      },
    ],
    ['a right to change it', 'TEMPLATE_SIGNED', { catalog: '/Perms << /DocMDP << /Type /Sig >> >>' }],
    ['a page as small as a stamp', 'TEMPLATE_PAGE_SIZE', { page: '/MediaBox [0 0 60 60]' }],
    ['a page as large as a wall', 'TEMPLATE_PAGE_SIZE', { page: '/MediaBox [0 0 612 14400]' }],
    ['no page', 'TEMPLATE_PAGES', { pages: '/Kids [] /Count 0' }],
    [
      'a comment that it doesn’t draw',
      'TEMPLATE_UNDRAWN',
      { page: '/MediaBox [0 0 612 792] /Annots [<< /Subtype /FreeText /Rect [9 9 90 90] /Contents (Draft) >>]' },
    ],
    [
      'a field that it doesn’t draw',
      'TEMPLATE_UNDRAWN',
      { page: '/MediaBox [0 0 612 792] /Annots [<< /Subtype /Widget /FT /Tx /V (Typed) /Rect [9 9 90 90] >>]' },
    ],
  ])('is refused with %s', async (_, code, made: OnePage) => {
    const error = await preparePages(onePage(made)).catch(error => error)
    expect(error).toMatchObject({ name: 'PortalError', code })
    expect(error.message).toMatch(/[Uu]pload|Divide|Print/)
  })

  test('is refused where it is none, is damaged, too large, or has a password', async () => {
    const pdf = await byPdfkit([['Agreement']])
    expect(await refused(Buffer.from('Dear investor'))).toBe('TEMPLATE_NO_PDF')
    expect(await refused(Buffer.from('%PDF-1.7\nnothing'))).toBe('TEMPLATE_DAMAGED')
    expect(await refused(pdf.subarray(0, 700))).toBe('TEMPLATE_DAMAGED')
    expect(await refused(Buffer.concat([pdf, Buffer.alloc(templateBytes)]))).toBe('TEMPLATE_LARGE')
    expect(await refused(encrypted(pdf))).toBe('TEMPLATE_ENCRYPTED')
    expect(await refused(encrypted(pdf, ''))).toBe('TEMPLATE_ENCRYPTED')
    expect(await refused(uploaded('locked.pdf'))).toBe('TEMPLATE_ENCRYPTED')
  })

  test('is read in a thread, one after the other, and what one can’t read stops no other', async () => {
    const pdf = onePage({})
    const [refusal, prepared] = await Promise.allSettled([
      prepareTemplate(Buffer.from('Dear investor')),
      prepareTemplate(pdf),
    ])
    expect(refusal).toMatchObject({
      reason: { name: 'PortalError', code: 'TEMPLATE_NO_PDF', message: expect.stringContaining('a PDF') },
    })
    if (prepared.status === 'rejected') throw prepared.reason
    const { bytes } = await preparePages(pdf)
    expect(Buffer.from(prepared.value.bytes).equals(bytes)).toBe(true)
    const box = { page: 1, x: 100, y: 200, width: 200, height: 20, text: 'Jane Doe' }
    const filled = await fillTemplate(bytes, [box], await certificate())
    expect(Buffer.from(filled).equals(await fillPages(bytes, [box], await certificate()))).toBe(true)
    await expect(fillTemplate(bytes, [{ ...box, page: 9 }], filled)).rejects.toMatchObject({
      code: 'TEMPLATE_FIELD_PLACE',
    })
    expect((await preparePages(await fillTemplate(bytes, [box]))).pages).toHaveLength(1)
    // Bytes that are no PDF, where one should be.
    await expect(fillTemplate(bytes, [box], Buffer.from('none'))).rejects.toMatchObject({ code: 'TEMPLATE_DAMAGED' })
  })

  test('isn’t called damaged where reading it took too long', async () => {
    await expect(prepareTemplate(onePage({}), 0)).rejects.toMatchObject({ code: 'TEMPLATE_SLOW' })
    expect((await prepareTemplate(onePage({}))).pages).toHaveLength(1)
  })

  test('is refused where it has been signed', async () => {
    const signed = `/AcroForm << /SigFlags 3 /Fields [<< /Kids [<< /Subtype /Widget /Rect [0 0 9 9] >>] /FT /Sig /T (a) /V << /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >> >>] >>`
    expect(await refused(onePage({ catalog: signed }))).toBe('TEMPLATE_SIGNED')
    // A place for one may be there.
    const blank = '/AcroForm << /Fields [<< /FT /Sig /T (a) /Subtype /Widget /Rect [0 0 0 0] >>] >>'
    expect(await refused(onePage({ catalog: blank }))).toBe('accepted')
  })
})

describe('layers', () => {
  const layered = (config: string, usage = '') =>
    onePage({
      catalog: `/OCProperties << /OCGs [6 0 R] /D << ${config} >> >>`,
      content: '/OC /L1 BDC 250 300 90 40 re f EMC BT /F1 12 Tf 300 400 Td (Agreement) Tj ET',
      resources: '/Properties << /L1 6 0 R >>',
      more: [`<< /Type /OCG /Name (Watermark) ${usage} >>`],
    })

  test('that are shown become a part of the page', async () => {
    const pdf = layered('/BaseState /OFF /ON [6 0 R]', '/Usage << /Print << /PrintState /ON >> >>')
    const { bytes, flattened } = await preparePages(pdf)
    expect(flattened).toEqual(['Layers'])
    expect(picturesOf(bytes).equals(picturesOf(pdf))).toBe(true)
    expect((await shownTexts(bytes)).texts.map(({ text }) => text)).toEqual(['Agreement'])
    expect(unpacked(bytes)).not.toMatch(/OCG|OCProperties/)
  })

  test.each([
    ['that are hidden', '/OFF [6 0 R]', ''],
    ['that are hidden at first', '/BaseState /OFF', ''],
    ['that only paper shows', '', '/Usage << /View << /ViewState /OFF >> /Print << /PrintState /ON >> >>'],
    ['that depend on the zoom', '', '/Usage << /Zoom << /min 2 >> >>'],
  ])('%s are refused: what was signed would be ambiguous', async (_, config, usage) => {
    expect(await refused(layered(config, usage))).toBe('TEMPLATE_LAYERS')
  })

  test('are refused where a rule hides something though all are shown', async () => {
    const pdf = onePage({
      catalog: '/OCProperties << /OCGs [6 0 R] /D << >> >>',
      content: '/OC /L1 BDC 250 300 90 40 re f EMC',
      resources: '/Properties << /L1 7 0 R >>',
      more: ['<< /Type /OCG /Name (Draft) >>', '<< /Type /OCMD /OCGs 6 0 R /P /AllOff >>'],
    })
    expect(await refused(pdf)).toBe('TEMPLATE_LAYERS')
  })
})

describe('a text in its box', () => {
  const boxes = [
    '/MediaBox [0 0 612 792]',
    '/MediaBox [-40 70 572 862]',
    '/MediaBox [0 0 612 792] /CropBox [30 50 500 700]',
  ]
  const odd = ['/MediaBox [612 792 0 0] /CropBox [-100 100 400 9000]', '/MediaBox [10 10 306 396] /UserUnit 2']
  const turned = [0, 90, 180, 270, -90, 450].flatMap(angle => [
    ...boxes.map(box => [`${box} /Rotate ${angle}`, ''] as const),
    [boxes[1] as string, `/Rotate ${angle}`] as const,
  ])

  test.each([
    ...turned,
    ...odd.map(box => [`${box} /Rotate 90`, ''] as const),
    ['', `${boxes[2]} /Rotate 270`] as const,
  ])('stands upright where it was placed, on a page with %s%s', async (page, pages) => {
    // The content moves everything after it, and doesn't say so.
    const made = onePage({ page, pages, content: 'q q 0.5 0 0 0.5 90 80 cm BT /F1 12 Tf 300 400 Td (Agreement) Tj' })
    const { bytes, pages: sizes } = await preparePages(made)
    const [size = { width: 0, height: 0 }] = sizes
    const box = { page: 1, x: size.width - 210, y: size.height - 60, width: 200, height: 18 }
    const filled = await fillPages(bytes, [{ ...box, text: 'Jane Doe' }], await certificate())
    checkPdf(filled)
    const { width, height, texts } = await shownTexts(filled)
    expect([size.width, size.height]).toEqual([width, height])
    const found = texts.find(({ text }) => text === 'Jane Doe') ?? expect.fail('it isn’t there')
    expect(found.isUpright).toBe(true)
    expect(found.x).toBeCloseTo(box.x, 1)
    expect(found.y).toBeGreaterThan(box.y + 8)
    expect(found.y).toBeLessThan(box.y + box.height)
    expect(textOfPdf(filled)).toContain('Agreement')
    expect(textOfPdf(filled)).toContain('Certificate of completion')
  })

  const template = async () => (await preparePages(onePage({}))).bytes
  const at = (text: string, width = 220, height = 20) => ({ page: 1, x: 100, y: 200, width, height, text })

  test.each([
    ['Polish', 'Łukasz Wiśniewski-Żółć'],
    ['Vietnamese', 'Nguyễn Thị Ánh Đặng'],
    ['Vietnamese, taken apart', 'Nguyễn Thị Ánh Đặng'.normalize('NFD')],
    ['Greek', 'Γεώργιος Παπαδόπουλος'],
    ['Ukrainian', 'Іван Щербак'],
  ])('is set as it is written: %s', async (_, name) => {
    const filled = await fillPages(await template(), [at(name)], await certificate())
    expect(textOfPdf(filled).normalize('NFC')).toContain(name.normalize('NFC'))
    // Letters from one file of the typeface follow those from another one.
    const { texts } = await shownTexts(filled)
    const parts = texts.filter(({ y }) => y > 200 && y < 220)
    expect(
      parts
        .map(({ text }) => text)
        .join('')
        .replaceAll(' ', ''),
    ).toBe(name.normalize('NFC').replaceAll(' ', ''))
    expect(parts[0]?.x).toBeCloseTo(100, 1)
  })

  test.each([
    ['Arabic', 'محمد بن عبد الله الأحمدي'],
    ['Hebrew', 'דוד כהן'],
    ['Arabic with a Latin part and figures', 'محمد (Sam) علي 12'],
  ])('runs from the right, and ends at the right of its box: %s', async (_, name) => {
    const filled = await fillPages(await template(), [at(name)], await certificate())
    checkPdf(filled)
    const { texts } = await shownTexts(filled)
    const parts = texts.filter(({ y }) => y > 200 && y < 220).sort((a, b) => b.x - a.x)
    const [first] = parts
    expect((first?.x ?? 0) + (first?.width ?? 0)).toBeCloseTo(320, 0)
    const [word = ''] = name.split(' ')
    expect(parts.map(({ text }) => text).join(' ')).toMatch(new RegExp(`^${word}`))
    expect(missingLetters(name)).toEqual([])
  })

  test('shrinks to fit, is set in lines where there is room, and is refused where it can’t be read', async () => {
    const name = 'Bartholomew Featherstonehaugh-Cholmondeley, Manager'
    const heights = async (width: number, height: number) => {
      const filled = await fillPages(await template(), [at(name, width, height)], await certificate())
      return (await shownTexts(filled)).texts.filter(({ y }) => y > 200 && y < 200 + height).map(({ y }) => y)
    }
    expect(await heights(400, 18)).toHaveLength(1)
    expect(await heights(180, 9)).toHaveLength(1)
    expect(new Set(await heights(240, 40)).size).toBe(2)
    const refusal = fillPages(await template(), [at(name, 60, 12)], await certificate())
    await expect(refusal).rejects.toMatchObject({
      code: 'TEMPLATE_FIELD_LONG',
      message: expect.stringContaining('on page 1'),
    })
  })

  test('is refused with letters that no typeface has, which are named', async () => {
    expect(missingLetters('李 Doe\u202e')).toEqual(['李', '\u202e'])
    const fill = async (text: string) => fillPages(await template(), [at(text)], await certificate())
    await expect(fill('李 Doe\u202e')).rejects.toMatchObject({
      code: 'TEMPLATE_LETTERS',
      message: expect.stringContaining('no 李 (U+674E), U+202E.'),
    })
  })

  test('is refused off its page', async () => {
    const bytes = await template()
    for (const place of [{ page: 2 }, { page: 0 }, { x: -5 }, { x: 500 }, { y: 780 }, { width: 0 }, { x: Number.NaN }])
      await expect(fillPages(bytes, [{ ...at('Jane'), ...place }], await certificate())).rejects.toMatchObject({
        code: 'TEMPLATE_FIELD_PLACE',
      })
  })

  test('leaves the rest of the page as it is, and makes the same bytes each time', async () => {
    const bytes = (await preparePages(uploaded('subscription-agreement.pdf'))).bytes
    const blank = await fillPages(bytes, [at(' ')], await certificate())
    const pages = (pdf: Uint8Array) => picturesOf(pdf)
    expect(pages(blank).subarray(0, pages(bytes).length).equals(pages(bytes))).toBe(true)
    const filled = () => fillPages(bytes, [at('Jane Doe'), { ...at('محمد'), y: 300 }], blank)
    expect(Buffer.from(await filled()).equals(await filled())).toBe(true)
  })
})
