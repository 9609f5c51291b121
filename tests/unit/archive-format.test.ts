import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parseWalKey, walKey } from '../../server/backup/archive/layout.ts'
import { coveredFrom } from '../../server/backup/archive/line.ts'
import { readTar, tarEnd, tarHeader, tarPadding } from '../../server/backup/archive/tar.ts'
import { formatPosition, parsePosition, segmentFile } from '../../server/backup/archive/wal-position.ts'

const run = promisify(execFile)
const contents = { PG_VERSION: '18\n', 'base/5/1259': 'x'.repeat(70_000), empty: '' }

function tarOf(files: Record<string, string>): Buffer {
  const folders = ['base', 'base/5'].map(path => tarHeader({ path, isFolder: true, size: 0 }))
  const entries = Object.entries(files).flatMap(([path, text]) => [
    tarHeader({ path, isFolder: false, size: text.length }),
    Buffer.from(text),
    tarPadding(text.length),
  ])
  return Buffer.concat([...folders, ...entries, tarEnd])
}

/** In pieces that end anywhere. */
async function* inPieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
}

test('a base backup is a tar that any tar unpacks, and that we read back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'promissory-tar-'))
  try {
    await writeFile(join(folder, 'files.tar'), tarOf(contents))
    await run('tar', ['-xf', 'files.tar'], { cwd: folder })
    for (const [path, text] of Object.entries(contents)) {
      expect(await readFile(join(folder, path), 'utf8')).toBe(text)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  const found: Record<string, string> = {}
  await readTar(inPieces(tarOf(contents)), async ({ path, isFolder }, bytes) => {
    let text = ''
    for await (const piece of bytes) text += piece
    if (!isFolder) found[path] = text
  })
  expect(found).toEqual(contents)
})

test('a base backup that is cut off or changed is refused', async () => {
  const tar = tarOf(contents)
  const read = (bytes: Buffer) =>
    readTar(inPieces(bytes), async (_, pieces) => {
      for await (const _ of pieces);
    })
  await expect(read(tar.subarray(0, 40_000))).rejects.toThrow('ends early')
  const changed = Buffer.from(tar)
  changed.write('9', 0)
  await expect(read(changed)).rejects.toThrow('damaged')
})

test('positions in the log are read, written and found in files as PostgreSQL has them', () => {
  const format = { timeline: 2, segmentSize: 16 * 1024 ** 2 }
  const position = parsePosition('3/A1B2C3D4')
  expect(formatPosition(position)).toBe('3/A1B2C3D4')
  expect(segmentFile(position, format)).toBe('0000000200000003000000A1')
  const part = { start: position, end: position + 5n, moment: new Date('2026-11-22T20:52:35.123Z') }
  expect(parseWalKey(walKey('line', part))).toEqual(part)
})

test('a gap in the log ends what can be restored; parts that overlap do not', () => {
  const at = (seconds: number) => new Date(seconds * 1000)
  const parts = [
    { start: 0n, end: 10n, moment: at(1) },
    { start: 0n, end: 30n, moment: at(3) },
    { start: 10n, end: 20n, moment: at(2) },
    { start: 31n, end: 40n, moment: at(4) },
  ]
  expect(coveredFrom(0n, parts)).toEqual({ position: 30n, moment: at(3) })
})
