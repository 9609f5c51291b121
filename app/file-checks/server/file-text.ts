import { readFile } from 'node:fs/promises'
import { evidenceSearched, evidenceTime } from '../../../rules/limits.ts'
import type { FileType } from '../../documents/documents.ts'
import { readPdfText } from './pdf-text.ts'
import { zipParts } from './zip-parts.ts'

/** One file at a time per process, since a reader may use all memory its thread is allowed. */
let reading: Promise<unknown> = Promise.resolve()

/** A file whose type has been checked. */
interface CheckedFile {
  file_type: FileType
  /** For text, with its encoding: `text/plain; charset=utf-16le`. */
  mime_type: string
  /** In bytes. */
  file_size: number
}

/**
 * Reads a local file's words, one file at a time.
 * @returns the words of a PDF, a Word file (.docx) or a text; undefined for other types, and if the file is too large,
 * unreadable, or too slow to read
 */
export function readFileText(path: string, file: CheckedFile): Promise<string | undefined> {
  const text = reading.then(async () =>
    hasWords(file) ? textOf(new Uint8Array(await readFile(path)), file) : undefined,
  )
  reading = text.catch(() => undefined)
  return reading as Promise<string | undefined>
}

/** @returns whether `textOf` can find words in a file of this type and size */
export function hasWords({ file_type, file_size }: Omit<CheckedFile, 'mime_type'>): boolean {
  return ['txt', 'pdf', 'docx'].includes(file_type) && file_size <= evidenceSearched
}

/** @returns the words in a file's bytes, as `readFileText` */
export async function textOf(
  bytes: Uint8Array<ArrayBuffer>,
  { file_type, mime_type }: Pick<CheckedFile, 'file_type' | 'mime_type'>,
  canceled: AbortSignal = AbortSignal.timeout(evidenceTime),
): Promise<string | undefined> {
  switch (file_type) {
    case 'txt': {
      const [, charset = 'utf-8'] = /charset=([a-z0-9-]+)/.exec(mime_type) ?? []
      return new TextDecoder(charset).decode(bytes)
    }
    case 'pdf':
      return (await readPdfText(bytes, canceled))?.join('\n')
    case 'docx':
      return wordText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    default:
      return undefined
  }
}

/** Words of the body, headers, footers and notes: runs are joined, paragraphs separated. */
function wordText(zip: Buffer): string {
  return zipParts(zip)
    .filter(({ name }) => /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml$/i.test(name))
    .map(part =>
      part
        .read()
        .toString('utf8')
        .replace(/<w:(?:p|tab|br)\b[^>]*>/g, '\n')
        .replace(/<[^>]*>/g, ''),
    )
    .join('\n')
}
