import { expect } from 'vitest'
import { messages } from '../../../rules/messages.ts'
import { emptyState, fixture, program, storedState, uploadTest as test } from '../../../tests/helpers/uploads.ts'

test('a file that is too large, empty or of another type is rejected with its message, and nothing of it is stored', async ({
  portal,
  person,
}) => {
  const pdf = await fixture('statement.pdf')
  const doc = await fixture('subscription-agreement.doc')
  const workbook = Buffer.from(doc.toString('latin1').replace('W\0o\0r\0d\0D', 'W\0o\0r\0k\0b'), 'latin1')
  const refused: [filename: string, content: Buffer | string, code: keyof typeof messages, announced?: number][] = [
    ['Large.pdf', pdf, 'FILE_TOO_LARGE', 51 * 1024 * 1024],
    ['A byte too many.pdf', pdf, 'FILE_TOO_LARGE', 50 * 1024 * 1024 + 1],
    ['Empty.pdf', '', 'FILE_EMPTY'],
    ['Program.exe', program, 'FILE_TYPE'],
    ['Program', program, 'FILE_TYPE'],
    ['Statement.pdf.exe', pdf, 'FILE_TYPE'],
    ['Statement.exe\0.pdf', program, 'FILE_CONTENT'],
    ['Program.pdf', program, 'FILE_CONTENT'],
    ['Program.txt', program, 'FILE_CONTENT'],
    ['Program.stl', program, 'FILE_CONTENT'],
    ['Program.docx', program, 'FILE_CONTENT'],
    ['Program.doc', program, 'FILE_CONTENT'],
    ['Program.png', program, 'FILE_CONTENT'],
    ['Late.pdf', Buffer.concat([program, pdf]), 'FILE_CONTENT'],
    ['Late page.pdf', Buffer.concat([Buffer.from('<script>alert(1)</script>'), pdf]), 'FILE_CONTENT'],
    ['Too late.pdf', Buffer.concat([Buffer.alloc(1025, ' '), pdf]), 'FILE_CONTENT'],
    ['Page.pdf', '<!doctype html><script>alert(1)</script>', 'FILE_CONTENT'],
    ['Picture.jpg', await fixture('chart.png'), 'FILE_CONTENT'],
    ['Old word.docx', doc, 'FILE_CONTENT'],
    ['New word.doc', await fixture('subscription-agreement.docx'), 'FILE_CONTENT'],
    ['Workbook.doc', workbook, 'FILE_CONTENT'],
    ['Text.stl', 'solid as a rock', 'FILE_CONTENT'],
    ['.pdf', pdf, 'FILE_NAME'],
    ['', pdf, 'FILE_NAME'],
    ['../../..', pdf, 'FILE_NAME'],
  ]
  for (const [filename, content, code, announced] of refused) {
    const answer = await person.upload({ filename, content, announced })
    expect(await answer.json(), filename).toEqual({ code, message: messages[code] })
    expect(answer.status, filename).toBeGreaterThanOrEqual(400)
    expect(answer.status, filename).toBeLessThan(500)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  }
  expect(await storedState(portal)).toEqual(emptyState)
})

test('other text encodings, binary 3D models and password-protected Word files are accepted', async ({
  portal,
  person,
}) => {
  const triangles = Buffer.alloc(84 + 50 * 3)
  triangles.write('solid but binary')
  triangles.writeUInt32LE(3, 80)
  const doc = await fixture('subscription-agreement.doc')
  const encrypted = Buffer.from(doc)
  // Like Word with a password: the container is the same, but the stream in it is named EncryptedPackage.
  const entry = encrypted.indexOf(Buffer.from('WordDocument', 'utf16le'))
  encrypted.write('EncryptedPackage', entry, 'utf16le')
  encrypted.writeUInt16LE(('EncryptedPackage'.length + 1) * 2, entry + 64)
  const accepted: [filename: string, content: Buffer, type: string][] = [
    ['Line before.pdf', Buffer.concat([Buffer.from('\r\n'), await fixture('statement.pdf')]), 'application/pdf'],
    [
      'Printer.pdf',
      Buffer.concat([Buffer.from('\x1b%-12345X@PJL JOB\r\n'), await fixture('statement.pdf')]),
      'application/pdf',
    ],
    ['Latin.txt', Buffer.from('Fran\xe7ois pays 10 \x80', 'latin1'), 'text/plain; charset=windows-1252'],
    ['Wide.txt', Buffer.from('\ufeffÜberweisung', 'utf16le'), 'text/plain; charset=utf-16le'],
    ['Mark.txt', Buffer.from('\ufeffÜberweisung'), 'text/plain; charset=utf-8'],
    ['Binary.stl', triangles, 'model/stl'],
    ['Locked.docx', encrypted, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ]
  for (const [filename, content, type] of accepted) {
    const answer = await person.upload({ filename, content })
    expect(answer.status, filename).toBe(204)
    const { rows } = await portal.owner.query('select mime_type from documents where filename = $1', [filename])
    expect(rows).toEqual([{ mime_type: type }])
  }
})

test('names are stored as people typed them, without invisible characters and paths', async ({ portal, person }) => {
  const content = await fixture('statement.pdf')
  const long = `${'Ein sehr langer Name über '.repeat(12).slice(0, 296)}.pdf`
  const cleaned: [sent: string, kept: string][] = [
    ['Zoë’s note: 50% & "more" 李雷.PDF', 'Zoë’s note: 50% & "more" 李雷.PDF'],
    ['../../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\Iris\\Note.pdf', 'Note.pdf'],
    ['invoice\u202Efdp.pdf', 'invoicefdp.pdf'],
    ['\u200Fשטר\u200B\u2066 חוב.pdf', 'שטר חוב.pdf'],
    ['line\r\nbreak\0\u0007.pdf', 'linebreak.pdf'],
    ['  spaced \u00a0 out .pdf ', 'spaced out.pdf'],
    ['e\u0301te\u0301.pdf', '\u00e9t\u00e9.pdf'],
    ['$(reboot); drop table documents;--.pdf', '$(reboot); drop table documents;--.pdf'],
  ]
  for (const [sent, name] of cleaned) {
    expect((await person.upload({ filename: sent, content })).status, name).toBe(204)
    expect((await storedState(portal)).documents.at(-1).filename).toBe(name)
  }
  expect(long).toHaveLength(300)
  expect((await person.upload({ filename: long, content })).status).toBe(204)
  const { filename } = (await storedState(portal)).documents.at(-1)
  expect(Buffer.byteLength(filename)).toBeLessThanOrEqual(255)
  expect(Buffer.byteLength(filename)).toBeGreaterThan(250)
  expect(filename).toMatch(/^Ein sehr langer .*[^\ufffd]\.pdf$/)
  for (const path of (await storedState(portal)).stored) expect(path).toMatch(/files\/[0-9a-f-]{36}\/\d{13,16}\.pdf$/)
})
