import { type FileHandle, open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { type AcceptedExtension, mimeTypes } from '../../rules/documents.ts'
import { readCompoundRoot } from './compound-file.ts'

/**
 * Tells whether what is in a file is what its name says, by looking at the bytes.
 * @param path a file on this machine
 * @param extension what its name says it is
 * @returns the type to keep and serve it with; undefined where the content is something else
 */
export async function detectContentType(path: string, extension: AcceptedExtension): Promise<string | undefined> {
  switch (extension) {
    case 'txt':
      return textType(path)
    case 'stl':
      return (await isStlModel(path)) ? mimeTypes.stl : undefined
    case 'doc':
      return (await compoundNames(path)).has('WordDocument') ? mimeTypes.doc : undefined
    case 'docx': {
      if ((await fileTypeFromFile(path))?.ext === 'docx') return mimeTypes.docx
      // With a password on it, a .docx is a compound file around the encrypted one (MS-OFFCRYPTO section 2.3.4).
      return (await compoundNames(path)).has('EncryptedPackage') ? mimeTypes.docx : undefined
    }
    default: {
      const found = (await fileTypeFromFile(path))?.ext ?? ''
      return signatures[extension].includes(found) ? mimeTypes[extension] : undefined
    }
  }
}

/** What `file-type` calls what we accept under an extension. */
const signatures = { pdf: ['pdf'], jpg: ['jpg'], jpeg: ['jpg'], png: ['png', 'apng'] }

async function compoundNames(path: string): Promise<Set<string>> {
  await using file = await open(path, 'r')
  return await readCompoundRoot(file)
}

/**
 * A text has no bytes that only programs write. Its encoding is what the byte order mark says, else UTF-8 if it
 * is valid, else Windows-1252; the type carries it, so that the browser does not guess.
 */
async function textType(path: string): Promise<string | undefined> {
  await using file = await open(path, 'r')
  const mark = (await head(file, 2)).toString('hex')
  const marked = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined
  for (const encoding of marked ? [marked] : ['utf-8', 'windows-1252']) {
    if (await isText(file, encoding)) return `text/plain; charset=${encoding}`
  }
  return undefined
}

/** Control characters other than tab, line and page ends; and what no text in Unicode holds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const nonTextCharacters = /[\x00-\x08\x0b\x0e-\x1f\x7f\uffff\ufffe]/
/** In Windows-1252 these bytes mean nothing; a decoder makes control characters of them. */
const undefinedInWindows1252 = /[\x81\x8d\x8f\x90\x9d]/

async function isText(file: FileHandle, encoding: string): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const hasNonText = (text: string) => nonTextCharacters.test(text) || (encoding === 'windows-1252' && undefinedInWindows1252.test(text))
  try {
    for await (const bytes of chunks(file)) if (hasNonText(decoder.decode(bytes, { stream: true }))) return false
    return !hasNonText(decoder.decode())
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/**
 * A model for printing: binary STL is 80 bytes of any kind, the count of triangles, and 50 bytes for each.
 * Else it is text, `solid` … `facet` … `endsolid`. Binary ones may begin with `solid` too.
 */
async function isStlModel(path: string): Promise<boolean> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const start = await head(file, 84)
  if (start.length === 84) {
    const triangles = start.readUInt32LE(80)
    if (triangles > 0 && size === 84 + 50 * triangles) return !isExecutable(start)
  }
  if (!/^\s*solid\b/.test(start.toString('latin1'))) return false
  if (!/\b(facet\s+normal|endsolid)\b/.test((await head(file, 4096)).toString('latin1'))) return false
  return (await isText(file, 'utf-8')) || (await isText(file, 'windows-1252'))
}

/** The first bytes of programs: Windows, Linux, macOS, and scripts that name their interpreter. */
function isExecutable(start: Buffer): boolean {
  return /^(4d5a|7f454c46|cafebabe|feedface|feedfacf|cefaedfe|cffaedfe|2321)/.test(start.toString('hex', 0, 4))
}

async function head(file: FileHandle, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
  return buffer.subarray(0, bytesRead)
}

async function* chunks(file: FileHandle): AsyncGenerator<Buffer> {
  const buffer = Buffer.alloc(256 * 1024)
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
