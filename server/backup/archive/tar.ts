/**
 * The tar format (POSIX.1-1988 "ustar"), as far as a database's files need it, so that a base backup can also be
 * unpacked without us.
 */

const blockSize = 512

export interface TarEntry {
  /** Relative, with slashes, at most 100 bytes. */
  path: string
  isFolder: boolean
  /** Bytes; 0 for a folder. */
  size: number
}

/** @returns the block that precedes an entry's bytes */
export function tarHeader({ path, isFolder, size }: TarEntry): Buffer {
  const name = isFolder ? `${path}/` : path
  if (Buffer.byteLength(name) > 100) throw new Error(`too long a path for a base backup: ${path}`)
  const block = Buffer.alloc(blockSize)
  block.write(name, 0, 'utf8')
  block.write(isFolder ? '0000700\0' : '0000600\0', 100, 'latin1')
  block.write('0000000\0'.repeat(2), 108, 'latin1')
  block.write(`${octal(size)}\0${octal(Math.floor(Date.now() / 1000))}\0`, 124, 'latin1')
  block.write(isFolder ? '5' : '0', 156, 'latin1')
  block.write('ustar\x0000', 257, 'latin1')
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}

const octal = (number: number) => number.toString(8).padStart(11, '0')

/** The sum of the header's bytes, with spaces in the checksum's own place. */
function checksum(block: Buffer): number {
  let sum = 0
  for (let at = 0; at < blockSize; at++) sum += at >= 148 && at < 156 ? 0x20 : (block[at] ?? 0)
  return sum
}

/** @returns the zeros that fill an entry's last block */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((blockSize - (size % blockSize)) % blockSize)
}

/** What follows the last entry. */
export const tarEnd = Buffer.alloc(2 * blockSize)

/**
 * Reads a tar that `tarHeader` has begun.
 * @param onEntry takes each entry with its bytes, which it must read to the end
 * @throws Error where the tar is damaged or ends early
 */
export async function readTar(
  source: AsyncIterable<Uint8Array>,
  onEntry: (entry: TarEntry, bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const reader = new Reader(source)
  for (;;) {
    const block = await reader.exactly(blockSize)
    if (block.every(byte => byte === 0)) break
    const entry = parseHeader(block)
    let left = entry.size
    await onEntry(entry, {
      async *[Symbol.asyncIterator]() {
        while (left > 0) {
          const bytes = await reader.atMost(left)
          left -= bytes.length
          yield bytes
        }
      },
    })
    if (left > 0) throw new Error(`${entry.path} was not read to its end`)
    await reader.exactly(tarPadding(entry.size).length)
  }
  await reader.drain()
}

function parseHeader(block: Buffer): TarEntry {
  // Fields end with zeros or spaces.
  const text = (from: number, to: number) => block.toString('utf8', from, to).split('\0', 1)[0]?.trim() ?? ''
  if (Number.parseInt(text(148, 156), 8) !== checksum(block)) throw new Error('the base backup is damaged')
  const isFolder = text(156, 157) === '5'
  return { path: text(0, 100).replace(/\/$/, ''), isFolder, size: Number.parseInt(text(124, 136), 8) }
}

/** Takes bytes from chunks of any size. */
class Reader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  async exactly(size: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = size; left > 0; ) {
      const part = await this.atMost(left)
      left -= part.length
      parts.push(part)
    }
    return Buffer.concat(parts)
  }

  /** @returns at least one byte */
  async atMost(size: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#chunks.next()
      if (done) throw new Error('the base backup ends early')
      this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
    const bytes = this.#rest.subarray(0, size)
    this.#rest = this.#rest.subarray(bytes.length)
    return bytes
  }

  /** Reads what follows, so that checks at the source's end happen. */
  async drain(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }
}
