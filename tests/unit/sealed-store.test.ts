import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { giveBack, takeBuffer } from '../../server/platform/buffers.ts'
import { openFileStore } from '../../server/storage/file-store.ts'
import { sealedStore } from '../../server/storage/sealed-store.ts'
import { isKey, type Storage } from '../../server/storage/storage-port.ts'
import { KeyRing, type VaultState } from '../../server/vault/key-ring.ts'
import { chunkSize, sealedSize } from '../../server/vault/sealed-chunks.ts'
import { createKey, wrapKey } from '../../server/vault/wrapped-keys.ts'

const person = '0d9a8e0e-6a3c-4f0e-9d1e-2a6f1d5b7c11'
const keyOf = (index: number) => `${person}/${1_764_000_000_000 + index}.pdf`
const [key, other] = [keyOf(0), keyOf(1)]
const content = randomBytes(2 * chunkSize + 1000)

/** A sealed store in a new folder, with its parts. */
async function givenStore(isAllSealed = false) {
  const folder = await mkdtemp(join(tmpdir(), 'promissory-vault-'))
  const base = await openFileStore(join(folder, 'files'), isKey)
  const vaultKey = createKey()
  const state: VaultState = { keys: [wrapKey(vaultKey, createKey())], isAllSealed }
  const openAgain = () => sealedStore(base, new KeyRing({ vaultKeys: [vaultKey], state: async () => state }))
  return {
    folder,
    base,
    state,
    vaultKey,
    store: openAgain(),
    openAgain,
    pathOf: (key: string) => join(folder, 'files', key),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

const piecesOf = (bytes: Uint8Array) => new Blob([Uint8Array.from(bytes)]).stream()

async function readAll(store: Storage, ...how: Parameters<Storage['read']>): Promise<Buffer | undefined> {
  await using bytes = await store.read(...how)
  if (!bytes) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

test('what is stored is sealed on disk, and read whole, in parts and in lists as it was', async () => {
  await using given = await givenStore()
  const { store, folder, pathOf } = given
  await writeFile(join(folder, 'local'), content)
  expect(await store.put(key, { path: join(folder, 'local') })).toEqual({ size: content.length })
  await expect(stat(join(folder, 'local'))).rejects.toThrow('ENOENT')
  expect(await store.put(other, piecesOf(content))).toEqual({ size: content.length })
  for (const stored of [key, other]) {
    const onDisk = await readFile(pathOf(stored))
    expect(onDisk.length).toBe(sealedSize(content.length))
    expect(onDisk.includes(content.subarray(0, 16))).toBe(false)
    expect(await store.head(stored)).toEqual({ size: content.length })
    expect((await readAll(store, stored))?.equals(content)).toBe(true)
  }
  expect((await store.list()).map(({ key, size }) => [key, size])).toEqual([
    [key, content.length],
    [other, content.length],
  ])
  await store.delete(key)
  expect(await store.head(key)).toBeUndefined()
  expect(await store.read(key)).toBeUndefined()
  expect(await readdir(join(folder, 'files', '.incoming'))).toEqual([])
})

test('a piece that is still being written is nobody else’s to fill, the last one included', async () => {
  await using given = await givenStore()
  const stored: Buffer[] = []
  // A disk slower than the encryption: meanwhile other transfers take the free buffers.
  const slow: Storage = {
    ...given.base,
    async put(_, source) {
      for await (const piece of source as AsyncIterable<Buffer>) {
        for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate)
        const taken = Array.from({ length: 8 }, takeBuffer)
        for (const buffer of taken) buffer.fill(0xff)
        stored.push(Buffer.from(piece))
        taken.forEach(giveBack)
      }
      return { size: Buffer.concat(stored).length }
    },
  }
  const keys = new KeyRing({ vaultKeys: [given.vaultKey], state: async () => given.state })
  for (const size of [1000, 512 * 1024, 3 * 512 * 1024 + 1]) {
    stored.length = 0
    const sent = randomBytes(size)
    await sealedStore(slow, keys).put(key, piecesOf(sent))
    await given.base.put(key, piecesOf(Buffer.concat(stored)))
    expect((await readAll(given.openAgain(), key))?.equals(sent), `${size} bytes`).toBe(true)
  }
})

test('every range is that of the file', async () => {
  await using given = await givenStore(true)
  const { store, openAgain } = given
  await store.put(key, piecesOf(content))
  const last = content.length - 1
  const position = fc.oneof(fc.constantFrom(0, chunkSize - 1, chunkSize, 2 * chunkSize, last), fc.nat(last))
  await fc.assert(
    fc.asyncProperty(position, position, fc.boolean(), async (one, another, isFirst) => {
      const range = { start: Math.min(one, another), end: Math.max(one, another) }
      const part = await readAll(isFirst ? openAgain() : store, key, range)
      expect(part?.equals(content.subarray(range.start, range.end + 1))).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test('plain files are read as they are, until all are sealed: then they count as damaged', async () => {
  await using given = await givenStore()
  const { store, base, state, openAgain } = given
  const tiny = keyOf(2)
  await base.put(key, piecesOf(content))
  await base.put(tiny, piecesOf(Buffer.from('tiny')))
  expect(await store.head(key)).toEqual({ size: content.length })
  expect((await readAll(store, key, { start: 5, end: 9 }))?.equals(content.subarray(5, 10))).toBe(true)
  expect(String(await readAll(store, tiny))).toBe('tiny')
  expect((await store.list()).map(({ size }) => size)).toEqual([content.length, 4])
  // Sealed by another process in between.
  await openAgain().put(key, piecesOf(content))
  expect(await store.head(key)).toEqual({ size: content.length })
  expect((await readAll(store, key))?.equals(content)).toBe(true)
  state.isAllSealed = true
  for (const how of ['head', 'read'] as const) await expect(openAgain()[how](tiny)).rejects.toThrow('not sealed')
})

test('a file that is sealed between being found and being read is read rightly', async () => {
  await using given = await givenStore()
  const { store, base, openAgain } = given
  await base.put(key, piecesOf(content))
  const sealing = openAgain()
  const { head, read } = base
  for (const step of ['head', 'read'] as const) {
    let isSealed = false
    Object.assign(base, {
      [step]: async (...how: Parameters<Storage['read']>) => {
        const result = await (step === 'head' ? head : read)(...how)
        if (!isSealed) {
          isSealed = true
          await sealing.put(key, piecesOf(content))
        }
        return result
      },
    })
    expect(await store.head(key)).toEqual({ size: content.length })
    expect((await readAll(store, key, { start: 1, end: 70_000 }))?.equals(content.subarray(1, 70_001))).toBe(true)
    Object.assign(base, { head, read })
  }
})

test('a changed, cut, swapped or foreign file is found before any wrong byte is returned', async () => {
  await using given = await givenStore(true)
  const { store, pathOf, openAgain } = given
  await store.put(key, piecesOf(content))
  await store.put(other, piecesOf(content))
  const [sealed, swapped] = [await readFile(pathOf(key)), await readFile(pathOf(other))]
  const changed = Buffer.from(sealed)
  changed.writeUInt8(changed.readUInt8(sealed.length - 20) ^ 1, sealed.length - 20)
  for (const damaged of [changed, swapped, Buffer.concat([sealed, Buffer.of(0)]), sealed.subarray(0, -1)]) {
    await writeFile(pathOf(key), damaged)
    for (const reader of [store, openAgain()]) await expect(readAll(reader, key)).rejects.toThrow()
  }
  await writeFile(pathOf(key), changed)
  expect((await readAll(store, key, { start: 0, end: 99 }))?.equals(content.subarray(0, 100))).toBe(true)
})

test('new keys are noticed while the site runs, and a lost one is named', async () => {
  await using given = await givenStore(true)
  const { store, state, vaultKey, openAgain } = given
  await store.put(key, piecesOf(content))
  // Rotated by another process, which seals a file again.
  state.keys.unshift(wrapKey(vaultKey, createKey()))
  const rotated = openAgain()
  await rotated.put(key, piecesOf(content))
  await rotated.put(other, piecesOf(content))
  for (const stored of [key, other]) expect((await readAll(store, stored))?.equals(content)).toBe(true)
  state.keys.shift()
  await expect(readAll(openAgain(), other)).rejects.toThrow('not in this vault')
})

test('a file that cannot be stored stays where it was', async () => {
  await using given = await givenStore()
  const { store, base, folder } = given
  const path = join(folder, 'local')
  await writeFile(path, content)
  Object.assign(base, { put: () => Promise.reject(new Error('the disk is full')) })
  await expect(store.put(key, { path })).rejects.toThrow('the disk is full')
  expect((await stat(path)).size).toBe(content.length)
})
