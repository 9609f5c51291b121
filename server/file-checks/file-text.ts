import { open, readFile } from 'node:fs/promises'
import type { FileType } from '../../rules/documents.ts'
import { evidenceSearched, evidenceTime, textShown } from '../../rules/limits.ts'
import { readPdfText } from './pdf-text.ts'
import { zipParts } from './zip-parts.ts'

/** One file at a time in each process, since a reader may take all the memory that its thread is allowed. */
let reading: Promise<unknown> = Promise.resolve()

/**
 * @param path a local file whose type has been checked
 * @param size in bytes
 * @returns the words of a PDF, a Word file (.docx) or a text; undefined for other types, and where the file is too large,
 *   can't be read, or takes too long, as a scanned page has no words either
 */
export function readFileText(path: string, type: FileType, size: number): Promise<string | undefined> {
  const text = reading.then(() => (size > evidenceSearched && type !== 'txt' ? undefined : textOf(path, type)))
  reading = text.catch(() => undefined)
  return reading as Promise<string | undefined>
}

async function textOf(path: string, type: FileType): Promise<string | undefined> {
  switch (type) {
    case 'txt':
      return startOf(path)
    case 'pdf': {
      const bytes = new Uint8Array(await readFile(path))
      return (await readPdfText(bytes, AbortSignal.timeout(evidenceTime)))?.join('\n')
    }
    case 'docx':
      return wordText(await readFile(path))
    default:
      return undefined
  }
}

async function startOf(path: string): Promise<string> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(textShown), 0, textShown, 0)
  return buffer.toString('utf8', 0, bytesRead)
}

/** The words of the body, headers, footers and notes: runs of one word belong together, paragraphs do not. */
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
