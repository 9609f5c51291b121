import { mkdtempDisposable, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateRawSync, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { simplePdf } from '../../../tests/helpers/pdf.ts'
import type { AcceptedExtension } from '../../documents/documents.ts'
import { type FileMark, fileMarks, sortedMarks } from '../file-checks.ts'
import { inspectFile } from '../server/inspect-file.ts'
import { pdfMarks as marksIn } from '../server/pdf-marks.ts'
import { wordMarks } from '../server/word-marks.ts'

const fixtures = fileURLToPath(new URL('../../../tests/fixtures/files/', import.meta.url))
const extensionOf = (name: string) => name.split('.').at(-1) as AcceptedExtension

test.each<[string, FileMark[]]>([
  ['statement.pdf', []],
  ['memorandum.pdf', []],
  ['subscription-agreement.doc', []],
  ['subscription-agreement.docx', []],
  ['photo.jpg', []],
  ['locked.pdf', ['unreadable']],
  ['marked/script.pdf', ['scripts']],
  ['marked/script-packed.pdf', ['scripts']],
  ['marked/script-encrypted.pdf', ['scripts', 'unreadable']],
  ['marked/launch-packed.pdf', ['launch']],
  ['marked/attachment.pdf', ['attachments']],
  ['marked/macros.doc', ['macros']],
  ['marked/macros.docx', ['macros']],
  ['marked/template.docx', ['template']],
])('%s: %j', async (name, marks) => {
  expect(await inspectFile(join(fixtures, name), extensionOf(name))).toEqual(marks)
})

const pdfMarks = (bytes: Buffer) => marksIn({ size: bytes.length, read: (start, end) => bytes.subarray(start, end) })
const pdf = (object: string) => Buffer.from(`%PDF-1.7\n1 0 obj\n${object}\nendobj\nstartxref\n0\n%%EOF`, 'latin1')
const stream = (dictionary: string, content: Buffer) =>
  pdf(`<< ${dictionary} >>\nstream\n${content.toString('latin1')}\nendstream`)

test('a name may be written in hexadecimal', () => {
  expect(pdfMarks(pdf('<< /S /J#61v#61Script#20 >>'))).toEqual([])
  expect(pdfMarks(pdf('<< /S /J#61v#61Script >>'))).toEqual(['scripts'])
  expect(pdfMarks(pdf('<< /#6C#61unch 1 >>'))).toEqual([])
  expect(pdfMarks(pdf('<< /S/#4c#61unch>>'))).toEqual(['launch'])
})

test('only whole names count, and short ones only outside of streams', () => {
  expect(pdfMarks(pdf('<< /JSON 1 /JavaScripting 2 /EFF 3 >>'))).toEqual([])
  expect(pdfMarks(pdf('<< /S /Rendition /JS (app.beep) >>'))).toEqual(['scripts'])
  expect(pdfMarks(stream('/Length 20', Buffer.from('chance makes /JS here')))).toEqual([])
})

test('an object stream is read whatever type it claims, and one that cannot be is told', () => {
  const packed = deflateSync('7 0 << /S /JavaScript >>')
  expect(pdfMarks(stream('/First 4 /N 1 /Filter /FlateDecode', packed))).toEqual(['scripts'])
  expect(pdfMarks(stream('/First 4 /N 1 /F#69lter [/Fl#61teDecode]', packed))).toEqual(['scripts'])
  expect(pdfMarks(stream(`/First 4 /N 1 ${'% padding\n'.repeat(2000)} /Filter /FlateDecode`, packed))).toEqual([
    'scripts',
  ])
  expect(pdfMarks(stream('/First 4 /N 1 /Filter /FlateDecode', Buffer.from('not packed')))).toEqual(['unreadable'])
  expect(pdfMarks(stream('/First 4 /N 1 /Filter /LZWDecode', packed))).toEqual(['unreadable'])
})

test('an object stream that unpacks to gigabytes is not unpacked', () => {
  const large = deflateSync(Buffer.alloc(120 * 1024 * 1024))
  expect(pdfMarks(stream('/First 4 /N 1 /Filter /FlateDecode', large))).toEqual(['unreadable'])
})

test('a damaged file counts as unreadable', async () => {
  expect(pdfMarks(simplePdf(['One page']))).toEqual([])
  expect(pdfMarks(Buffer.from('%PDF-1.7\nhalf a file'))).toEqual(['unreadable'])
  expect(await inspectFile(join(fixtures, 'photo.jpg'), 'docx')).toEqual(['unreadable'])
  expect(await inspectFile(join(fixtures, 'photo.jpg'), 'doc')).toEqual(['unreadable'])
  expect(await inspectFile(join(fixtures, 'missing.pdf'), 'pdf')).toEqual(['unreadable'])
})

/** A .docx with identical parts: entries of a zip's directory may point to one place. */
function overlapping(parts: number, size: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(size, ' '))
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50)
  const entries = Array.from({ length: parts }, (_, n) => {
    const name = Buffer.from(n === 0 ? '[Content_Types].xml' : `word/_rels/${n}.rels`)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt16LE(name.length, 28)
    return Buffer.concat([entry, name])
  })
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(parts, 10)
  end.writeUInt32LE(local.length + packed.length, 16)
  return Buffer.concat([local, packed, ...entries, end])
}

test('a Word file whose parts overlap is unpacked only so far', () => {
  expect(wordMarks(overlapping(4, 1024 ** 2))).toEqual([])
  expect(wordMarks(overlapping(64, 1024 ** 2))).toEqual(['unreadable'])
  expect(wordMarks(overlapping(20_000, 1))).toEqual(['unreadable'])
})

test('a file that takes too long counts as unreadable, and this process goes on meanwhile', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'promissory-marks-'))
  const long = join(folder.path, 'long.pdf')
  await writeFile(long, simplePdf(['One page']))
  await truncate(long, 50_000_000)
  expect(await inspectFile(long, 'pdf', 1)).toEqual(['unreadable'])
  expect(await inspectFile(join(fixtures, 'memorandum.pdf'), 'pdf')).toEqual([])
  // Unterminated streams, each of which could extend to the end of the file.
  expect(pdfMarks(Buffer.from(`%PDF-1.7\n1 0 obj\nstartxref\n${'/First/N stream\n'.repeat(200_000)}`))).toEqual([])
})

test('the most serious mark comes first', () => {
  expect(sortedMarks(['unreadable', 'attachments', 'macros'])).toEqual(['macros', 'attachments', 'unreadable'])
  for (const { label, sentence } of Object.values(fileMarks)) {
    expect(label.length).toBeLessThan(20)
    expect(sentence).toMatch(/Download it only if you expected it/)
  }
})
