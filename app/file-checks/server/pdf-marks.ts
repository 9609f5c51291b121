import { constants, inflateSync } from 'node:zlib'
import { type FileMark, sortedMarks } from '../file-checks.ts'

/*
 * Searches for names instead of parsing the file as a reader would: readers repair damaged files, each in its own way,
 * so that one may run what another's parser doesn't see. Names can't be hidden: they are never encrypted, and
 * compressed only in object streams, which are unpacked here. The file is read once, a window at a time; only object
 * streams are read again, to be unpacked.
 */

/** A file to inspect. */
export interface PdfSource {
  /** In bytes. */
  size: number
  /** @returns the bytes from `start` up to `end`, or to the end of the file; valid until the next call */
  read(start: number, end: number): Buffer
}

/** The names of actions and dictionaries (ISO 32000-2, sections 7.11.4, 12.5.6.15, 12.6.4 and 12.7.8), each with its mark. */
const longNames: Record<string, FileMark> = {
  JavaScript: 'scripts',
  XFA: 'scripts',
  Launch: 'launch',
  EmbeddedFile: 'attachments',
  EmbeddedFiles: 'attachments',
  FileAttachment: 'attachments',
}
/** Too short to search for among compressed bytes, which produce them by chance. */
const shortNames: Record<string, FileMark> = { JS: 'scripts', EF: 'attachments' }
/** Legal for object streams, but in no real file: filters other than Flate, or predictors. */
const unusualFilters = ['ASCIIHexDecode', 'ASCII85Decode', 'LZWDecode', 'RunLengthDecode', 'Crypt', 'Predictor']

/** Bytes read at a time. */
const windowSize = 1024 * 1024
/** Bytes beyond a window in which a token may end: more than the longest name with all characters in hexadecimal. */
const lookAhead = 64
const lookBehind = 64
/** Unpacked bytes of a file's object streams beyond which it counts as unreadable. */
const unpackedLimit = 96 * 1024 * 1024

/**
 * Tokens of a PDF's structure. Any of a name's characters may be written as `#` and two hexadecimal digits (section
 * 7.3.5). A name's characters are matched without being consumed, so that no other token can hide in them.
 */
const tokens =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is white space in a PDF
  /stream|obj|startxref|\/(?=[JXLEFNARCP#])(?=((?:[A-Za-z0-9]|#[0-9A-Fa-f]{2}){1,15})(?:[\x00\s()<>[\]{}/%]|$))/g

/**
 * @returns marks by a PDF's names; `unreadable` if part of it is encrypted, damaged or packed in a way unusual for
 * object streams
 */
export function pdfMarks(source: PdfSource): FileMark[] {
  const scan = new PdfScan(source)
  for (let at = 0; at < source.size; at += windowSize) {
    const from = Math.max(0, at - lookBehind)
    const text = source.read(from, at + windowSize + lookAhead).toString('latin1')
    for (const { 0: token, 1: name, index } of tokensIn(text, at - from, at - from + windowSize)) {
      if (name !== undefined) scan.name(decodeName(name))
      else if (token === 'stream') scan.stream(text, index, from)
      else if (token === 'obj') scan.object(text, index)
      else scan.hasEnd = true
    }
  }
  return scan.marks()
}

/** @returns the tokens that start in part of a text */
function* tokensIn(text: string, from: number, to = text.length): Generator<RegExpExecArray, void, void> {
  const pattern = new RegExp(tokens)
  pattern.lastIndex = from
  for (let found = pattern.exec(text); found && found.index < to; found = pattern.exec(text)) yield found
}

function decodeName(name: string): string {
  return name.replaceAll(/#(..)/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** State of the scan up to a token. */
class PdfScan {
  hasEnd = false
  readonly #source: PdfSource
  readonly #marks = new Set<FileMark>()
  #hasObject = false
  #isComplete = true
  /** Names since the last `stream` or `endstream`. */
  #names = new Set<string>()
  /** Of those, the ones since the last object's start, if any. */
  #dictionary: Set<string> | undefined
  #isInStream = false
  /** Whether these are the objects of an uncompressed object stream. */
  #isPlain = false
  #unpackedLeft = unpackedLimit

  constructor(source: PdfSource) {
    this.#source = source
  }

  marks(): FileMark[] {
    if (!this.#isComplete || !this.#hasObject || !this.hasEnd) this.#marks.add('unreadable')
    return sortedMarks([...this.#marks])
  }

  name(name: string): void {
    this.#names.add(name)
    this.#dictionary?.add(name)
    if (name === 'Encrypt') this.#isComplete = false
    this.#mark(name, !this.#isInStream || this.#isPlain)
  }

  object(text: string, index: number): void {
    this.#dictionary = new Set()
    if (this.#hasObject) return
    this.#hasObject =
      /\d\s+$/.test(text.slice(Math.max(0, index - lookBehind), index)) && !/\w/.test(text[index + 3] ?? '')
  }

  /** @param offset of the text in the file */
  stream(text: string, index: number, offset: number): void {
    const [names, dictionary] = [this.#names, this.#dictionary ?? new Set()]
    this.#names = new Set()
    this.#dictionary = undefined
    this.#isPlain = false
    const isEnd = text.startsWith('end', index - 3)
    if (isEnd) this.#isInStream = false
    if (isEnd || !/[\r\n]/.test(text[index + 6] ?? '')) return
    this.#isInStream = true
    if (!isObjectStream(names)) return
    this.#isPlain = !names.has('Filter')
    const start = offset + index + 6 + (text.startsWith('\r\n', index + 6) ? 2 : 1)
    if (names.has('FlateDecode') || names.has('Fl')) this.#unpack(start, isObjectStream(dictionary))
    if (isObjectStream(dictionary) && unusualFilters.some(name => dictionary.has(name))) this.#isComplete = false
  }

  /**
   * Inspects an object stream (section 7.5.7).
   * @param isCertain whether it is one: of several objects before a stream another one may have resembled its
   * dictionary
   */
  #unpack(start: number, isCertain: boolean): void {
    try {
      if (this.#unpackedLeft <= 0) throw new RangeError('unpacked too much already')
      const unpacked = inflateAt(this.#source, start, this.#unpackedLeft)
      this.#unpackedLeft -= unpacked.length
      for (const { 1: name } of tokensIn(unpacked.toString('latin1'), 0)) {
        if (name !== undefined) this.#mark(decodeName(name), true)
      }
    } catch (error) {
      const isTooLarge = error instanceof RangeError
      // Unpacking others up to the limit would only take time.
      if (isTooLarge) this.#unpackedLeft = 0
      if (isTooLarge || isCertain) this.#isComplete = false
    }
  }

  #mark(name: string, isStructure: boolean): void {
    const mark = longNames[name] ?? (isStructure ? shortNames[name] : undefined)
    if (mark) this.#marks.add(mark)
  }
}

/** Readers accept a missing `/Type /ObjStm`, but require these. */
function isObjectStream(names: ReadonlySet<unknown>): boolean {
  return names.has('First') && names.has('N')
}

/**
 * Unpacks from a position. The end is unknown, since a dictionary may be wrong about it.
 * @throws RangeError if it unpacks to more than `limit` bytes; other errors if it isn't compressed
 */
function inflateAt(source: PdfSource, start: number, limit: number): Buffer {
  const options = { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH, info: true }
  for (let length = 4096; ; length *= 8) {
    const packed = source.read(start, start + length)
    const { buffer, engine } = inflateSync(packed, options) as unknown as {
      buffer: Buffer
      engine: { bytesWritten: number }
    }
    if (engine.bytesWritten < packed.length || start + length >= source.size) return buffer
  }
}
