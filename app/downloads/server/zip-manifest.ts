import { createHash } from 'node:crypto'
import type { ZipEntry } from './zip.ts'

/** Adds, as the last file, the SHA-256 of each file before it, in the format that `sha256sum -c` reads. */
export async function* withManifest(entries: AsyncIterable<ZipEntry>): AsyncGenerator<ZipEntry, void, void> {
  const lines: string[] = []
  for await (const entry of entries) {
    yield {
      ...entry,
      open: async () => {
        const content = await entry.open()
        const hash = createHash('sha256')
        const note = () => lines.push(`${hash.digest('hex')}  ${entry.name}`)
        if (content instanceof Uint8Array) {
          hash.update(content)
          note()
          return content
        }
        return hashed(content, chunk => hash.update(chunk), note)
      },
    }
  }
  yield textEntry('SHA256SUMS', `${lines.join('\n')}\n`)
}

async function* hashed(content: AsyncIterable<Uint8Array>, update: (chunk: Uint8Array) => void, end: () => void) {
  for await (const chunk of content) {
    update(chunk)
    yield chunk
  }
  end()
}

/** @returns a text as a file of an archive */
export function textEntry(name: string, text: string): ZipEntry {
  return { name, modified: new Date(), open: async () => Buffer.from(text) }
}

/** For readers that hold on to chunks: an archive reuses its buffer. */
export async function* copied(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of chunks) yield chunk.slice()
}
