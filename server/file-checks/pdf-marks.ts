import { constants, inflateSync } from 'node:zlib'
import type { FileMark } from '../../rules/file-checks.ts'

/*
 * Looks for names rather than parsing the file as a reader would: readers repair damaged files, each in its own way, so
 * that what one parser doesn't see another may run. Names can't be hidden: they are never encrypted, and compressed only
 * in object streams, which are unpacked here.
 */

/** The names of actions and dictionaries (ISO 32000-2, sections 7.11.4, 12.5.6.15, 12.6.4 and 12.7.8), each with its mark. */
const longNames: [string, FileMark][] = [
  ['JavaScript', 'scripts'],
  ['XFA', 'scripts'],
  ['Launch', 'launch'],
  ['EmbeddedFile', 'attachments'],
  ['EmbeddedFiles', 'attachments'],
  ['FileAttachment', 'attachments'],
]
/** Too short to look for among compressed bytes, where chance produces them. */
const shortNames: [string, FileMark][] = [
  ['JS', 'scripts'],
  ['EF', 'attachments'],
]

/** Object streams of one file unpacked to more than this many bytes count as unreadable. */
const unpackedLimit = 96 * 1024 * 1024

/**
 * @param bytes a PDF
 * @returns what its names say it contains; `unreadable` where some of it is encrypted, damaged or packed in a way that
 *   object streams aren't
 */
export function pdfMarks(bytes: Buffer): FileMark[] {
  const text = bytes.toString('latin1')
  const { objects, isComplete } = unpackObjectStreams(bytes, text)
  const structure = [withoutStreams(text), ...objects]
  const isWhole = /\d\s+obj\b/.test(text) && text.includes('startxref')
  const marks = [
    ...longNames.filter(([name]) => [text, ...objects].some(part => hasName(part, name))),
    ...shortNames.filter(([name]) => structure.some(part => hasName(part, name))),
  ].map(([, mark]) => mark)
  if (!isComplete || !isWhole || hasName(text, 'Encrypt')) marks.push('unreadable')
  return [...new Set(marks)]
}

const patterns = new Map<string, RegExp>()

function hasName(text: string, name: string): boolean {
  const pattern = patterns.get(name) ?? namePattern(name)
  patterns.set(name, pattern)
  return pattern.test(text)
}

/** Any of a name's characters may be written as `#` and two hexadecimal digits (section 7.3.5). */
function namePattern(name: string): RegExp {
  const spelled = [...name].map(character => {
    const code = character.charCodeAt(0).toString(16)
    const hex = [...code].map(digit => (/\d/.test(digit) ? digit : `[${digit}${digit.toUpperCase()}]`)).join('')
    return `(?:${character}|#${hex})`
  })
  return new RegExp(`/${spelled.join('')}(?=[\\x00\\s()<>\\[\\]{}/%]|$)`)
}

/** @returns the text of every object stream (section 7.5.7), and whether all of them could be read */
function unpackObjectStreams(bytes: Buffer, text: string): { objects: string[]; isComplete: boolean } {
  const objects: string[] = []
  let isComplete = true
  let left = unpackedLimit
  for (const { before, start } of streamsIn(text)) {
    if (!isObjectStream(before)) continue
    if (!hasName(before, 'Filter')) objects.push(text.slice(start, text.indexOf('stream', start)))
    const isFlate = hasName(before, 'FlateDecode') || hasName(before, 'Fl')
    const dictionary = before.slice(before.lastIndexOf('obj'))
    try {
      if (isFlate) {
        const options = { maxOutputLength: left, finishFlush: constants.Z_SYNC_FLUSH }
        const unpacked = inflateSync(bytes.subarray(start), options)
        left -= unpacked.length
        objects.push(unpacked.toString('latin1'))
      }
      if (isObjectStream(dictionary) && unusualFilters.some(name => hasName(dictionary, name))) isComplete = false
    } catch (error) {
      // More than the limit: unpacking others up to it would only take time.
      if (error instanceof RangeError) return { objects, isComplete: false }
      // Of several objects before a stream another one may have looked like its dictionary.
      if (isObjectStream(dictionary)) isComplete = false
    }
  }
  return { objects, isComplete }
}

/** Readers don't insist on `/Type /ObjStm`, but can't do without these. */
function isObjectStream(dictionary: string): boolean {
  return hasName(dictionary, 'First') && hasName(dictionary, 'N')
}

/** Legal for object streams, and in no real file: filters other than Flate, or rows made more compressible first. */
const unusualFilters = ['ASCIIHexDecode', 'ASCII85Decode', 'LZWDecode', 'RunLengthDecode', 'Crypt', 'Predictor']

/** @returns for each stream what stands between it and the one before, and where its content starts */
function* streamsIn(text: string): Generator<{ before: string; start: number }, void, void> {
  let last = 0
  for (let at = text.indexOf('stream'); at >= 0; at = text.indexOf('stream', at + 6)) {
    const start = at + 6 + (text.startsWith('\r\n', at + 6) ? 2 : 1)
    const isStart = !text.startsWith('end', at - 3) && /[\r\n]/.test(text[at + 6] ?? '')
    if (isStart) yield { before: text.slice(last, at), start }
    last = at + 6
  }
}

function endOfStream(text: string, start: number): number {
  const end = text.indexOf('endstream', start)
  return end < 0 ? text.length : end
}

/** @returns a file's text between its streams */
function withoutStreams(text: string): string {
  const parts: string[] = []
  let from = 0
  for (const { start } of streamsIn(text)) {
    if (start < from) continue
    parts.push(text.slice(from, start))
    from = endOfStream(text, start)
  }
  return [...parts, text.slice(from)].join('\n')
}
