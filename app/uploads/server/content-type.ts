import { type FileHandle, open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { type AcceptedExtension, mimeTypes } from '../../documents/documents.ts'
import { readCompoundRoot } from '../../file-checks/server/compound-file.ts'

/**
 * Checks a file's content against its extension.
 * @param path a local file
 * @param extension of its name
 * @returns the MIME type to store and serve it with; undefined if the content is something else
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
      // A password-protected .docx is a compound file around the encrypted one ([MS-OFFCRYPTO] section 2.3.4).
      return (await compoundNames(path)).has('EncryptedPackage') ? mimeTypes.docx : undefined
    }
    case 'pdf': {
      const found = (await fileTypeFromFile(path))?.ext
      return found === 'pdf' || (found === undefined && (await hasLatePdfMark(path))) ? mimeTypes.pdf : undefined
    }
    default: {
      const found = (await fileTypeFromFile(path))?.ext ?? ''
      return signatures[extension].includes(found) ? mimeTypes[extension] : undefined
    }
  }
}

/** Names that `file-type` uses for each accepted extension. */
const signatures = { jpg: ['jpg'], jpeg: ['jpg'], png: ['png', 'apng'] }

async function compoundNames(path: string): Promise<Set<string>> {
  await using file = await open(path, 'r')
  return await readCompoundRoot(file)
}

/**
 * Text contains no bytes found only in binary files. The encoding is that of the byte order mark, else UTF-8 if valid,
 * else Windows-1252; the MIME type names it, so that browsers don't guess.
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

/** Control characters other than tab, line breaks and page breaks, and Unicode noncharacters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters
const nonTextCharacters = /[\x00-\x08\x0b\x0e-\x1f\x7f\uffff\ufffe]/
/** Windows-1252 leaves these bytes undefined; decoders turn them into control characters. */
const undefinedInWindows1252 = /[\x81\x8d\x8f\x90\x9d]/

async function isText(file: FileHandle, encoding: string): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const hasNonText = (text: string) =>
    nonTextCharacters.test(text) || (encoding === 'windows-1252' && undefinedInWindows1252.test(text))
  try {
    for await (const bytes of chunks(file)) if (hasNonText(decoder.decode(bytes, { stream: true }))) return false
    return !hasNonText(decoder.decode())
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/**
 * Binary STL is 80 arbitrary bytes, the number of triangles, and 50 bytes for each. Text STL is `solid` … `facet` …
 * `endsolid`. Binary files may begin with `solid` too.
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

/**
 * Readers accept a PDF's mark within its first 1,024 bytes: gateways and printers prepend line breaks and commands.
 * Executables and web pages don't qualify.
 */
async function hasLatePdfMark(path: string): Promise<boolean> {
  await using file = await open(path, 'r')
  const start = await head(file, 1024 + 5)
  const at = start.indexOf('%PDF-')
  return at >= 0 && !isExecutable(start) && !start.subarray(0, at).includes('<')
}

/** The first bytes of executables: Windows, Linux, macOS, and scripts with a shebang. */
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
