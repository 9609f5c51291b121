import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { unzip } from '../../../tests/helpers/unzip.ts'
import { type ZipEntry, zipChunks } from '../server/zip.ts'
import { safeName, uniqueNames } from '../server/zip-names.ts'

const slow = slowOf(test)

const modified = new Date('2026-03-01T17:45:31Z')

async function* streamed(entries: ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries
}

function streamOf(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array>
}

/** An entry with content in chunks. */
function inChunks(name: string, chunks: string[], size?: number): ZipEntry {
  return { name, modified, size, open: async () => streamOf(chunks.map(chunk => Buffer.from(chunk))) }
}

/** The complaints of independent programs about an archive; programs that are not installed are skipped. */
async function complaintsAbout(archive: Buffer): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'promissory-zip-'))
  const path = join(folder, 'a.zip')
  const file = await open(path, 'w')
  await file.writeFile(archive)
  await file.close()
  const complaints: string[] = []
  for (const [program, ...args] of [
    ['unzip', '-tqq', path],
    ['python3', '-m', 'zipfile', '-t', path],
  ] as const) {
    try {
      execFileSync(program, args, { stdio: 'pipe' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        complaints.push(String((error as { stderr?: Buffer }).stderr))
    }
  }
  await rm(folder, { recursive: true })
  return complaints
}

test('an archive keeps its files unchanged: in chunks, all at once, empty, with any name', async () => {
  const entries: ZipEntry[] = [
    inChunks('Note.pdf', ['%PDF-', '1.7'], 8),
    inChunks('General/size not known.txt', ['a', '', 'b']),
    inChunks('empty.txt', []),
    { name: 'data.json', modified, open: async () => Buffer.from('{}') },
    { name: 'Zoë 李 🖋.txt', modified: new Date('2060-01-01T00:00:00Z'), open: async () => new Uint8Array() },
  ]
  const archive = await buffer(zipChunks(streamed(entries)))
  expect(unzip(archive).map(({ name, content }) => [name, content.toString()])).toEqual([
    ['Note.pdf', '%PDF-1.7'],
    ['General/size not known.txt', 'ab'],
    ['empty.txt', ''],
    ['data.json', '{}'],
    ['Zoë 李 🖋.txt', ''],
  ])
  expect(unzip(archive)[0]?.modified).toEqual(modified)
  expect(await complaintsAbout(archive)).toEqual([])
  expect(unzip(await buffer(zipChunks(streamed([]))))).toEqual([])
})

slow('more than 65,535 files are counted with Zip64', async () => {
  async function* many(): AsyncGenerator<ZipEntry> {
    for (let n = 0; n < 66_000; n++) yield { name: `${n}.txt`, modified, open: async () => Buffer.from(String(n)) }
  }
  const archive = await buffer(zipChunks(many()))
  expect(unzip(archive)).toHaveLength(66_000)
  expect(await complaintsAbout(archive)).toEqual([])
})

test('offsets and sizes beyond 4 GB are written with Zip64', async () => {
  // Written as a sparse file, without the large file’s zeros, and read from its end.
  const chunk = Buffer.alloc(2 ** 24)
  const large = 2 ** 32 + 7
  async function* zeros() {
    for (let left = large; left > 0; left -= chunk.length) yield chunk.subarray(0, Math.min(chunk.length, left))
  }
  const entries: ZipEntry[] = [
    { name: 'large.stl', modified, size: large, open: async () => streamOf(zeros()) },
    inChunks('after.txt', ['still right'], 11),
  ]
  const folder = await mkdtemp(join(tmpdir(), 'promissory-zip-'))
  const path = join(folder, 'a.zip')
  const file = await open(path, 'w+')
  try {
    let length = 0
    for await (const bytes of zipChunks(streamed(entries))) {
      if (bytes.length < 1000) await file.write(bytes, 0, bytes.length, length)
      length += bytes.length
    }
    const tail = Buffer.alloc(1000)
    await file.read(tail, 0, 1000, length - 1000)
    expect(tail.readUInt32LE(1000 - 22)).toBe(0x06054b50)
    const read = `import zipfile, sys; z = zipfile.ZipFile(sys.argv[1]); i = z.getinfo('large.stl')
print(i.file_size, z.getinfo('after.txt').header_offset > 2**32, z.read('after.txt').decode())`
    try {
      expect(execFileSync('python3', ['-c', read, path]).toString()).toBe(`${large} True still right\n`)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  } finally {
    await file.close()
    await rm(folder, { recursive: true })
  }
})

test('files are opened in turn, read no faster than the reader, and closed when the reader leaves', async () => {
  const happened: string[] = []
  const endless = (name: string): ZipEntry => ({
    name,
    modified,
    async open() {
      happened.push(`open ${name}`)
      return new ReadableStream(
        {
          pull(controller) {
            happened.push('read')
            controller.enqueue(Buffer.alloc(10))
          },
          cancel: () => void happened.push(`close ${name}`),
        },
        { highWaterMark: 0 },
      )
    },
  })
  const reader = zipChunks(streamed([endless('a'), endless('b')]))
  expect(happened).toEqual([])
  await reader.next()
  await reader.next()
  await reader.next()
  expect(happened).toEqual(['open a', 'read', 'read'])
  await reader.return()
  expect(happened).toEqual(['open a', 'read', 'read', 'close a'])
})

test.each<[string, ZipEntry]>([
  ['is shorter than declared', inChunks('a.txt', ['abc'], 4)],
  ['is longer than declared', inChunks('a.txt', ['abc'], 2)],
  ['cannot be opened', { name: 'a.txt', modified, open: () => Promise.reject(new Error('gone')) }],
  ['would be extracted outside the folder', inChunks('../a.txt', ['a'])],
  ['would be extracted at the root', inChunks('/a.txt', ['a'])],
  ['would be extracted outside the folder on Windows', inChunks('..\\a.txt', ['a'])],
])('an archive fails at a file that %s', async (_, entry) => {
  await expect(buffer(zipChunks(streamed([inChunks('first.txt', ['a']), entry])))).rejects.toThrow()
})

test.each([
  ['Note: 3/4 "paid"?.pdf', 'Note_ 3_4 _paid__.pdf'],
  ['..', '_'],
  ['', '_'],
  ['CON.pdf', '_CON.pdf'],
  ['Console.pdf', 'Console.pdf'],
  ['ends with a dot.', 'ends with a dot'],
  ['Zoë 李.pdf', 'Zoë 李.pdf'],
])('%j is named %j in an archive', (part, name) => {
  expect(safeName(part)).toBe(name)
})

test('files with the same name get distinct names, ignoring case', () => {
  const names = ['Note.pdf', 'note.PDF', 'Note.pdf', 'Note (2).pdf', 'Other/Note.pdf', 'README', 'README']
  expect(names.map(uniqueNames())).toEqual([
    'Note.pdf',
    'note (2).PDF',
    'Note (3).pdf',
    'Note (2) (2).pdf',
    'Other/Note.pdf',
    'README',
    'README (2)',
  ])
})
