import { createHash } from 'node:crypto'
import type pg from 'pg'
import { recordAllSealed, removeUnusedKeys } from '../../../server/database/vault-rows.ts'
import { readHeader, sealedStore } from '../../../server/storage/sealed-store.ts'
import type { Storage, StoredFile } from '../../../server/storage/storage-port.ts'
import type { KeyRing } from '../../../server/vault/key-ring.ts'
import { keyId } from '../../../server/vault/sealed-chunks.ts'
import { walkStore } from './walk-store.ts'

/** Number of stored files by encryption. */
export interface VaultCount {
  /** Encrypted with the newest key. */
  newest: number
  /** Encrypted with other keys. */
  older: number
  plain: number
}

/** @param store with the sealed files */
export async function countSealed(store: Storage, keys: KeyRing): Promise<VaultCount> {
  const newest = keyId(await keys.newest())
  const count = { newest: 0, older: 0, plain: 0 }
  await walkStore(store, async file => {
    const header = await readHeader(store, file.key, file.size)
    count[!header ? 'plain' : header.keyId.equals(newest) ? 'newest' : 'older']++
  })
  return count
}

/** Result of sealing. */
export interface Sealing {
  sealed: number
  /** Files that were skipped, with the reason. */
  left: { key: string; reason: string }[]
  /** Removed unused keys. */
  removedKeys: number
}

/**
 * Encrypts plain files while the site runs. Skips a file that doesn't match its document's hash. Once all are sealed,
 * the site no longer accepts a plain file as its own.
 * @param owner the database owner's connection
 * @param store with the sealed files
 * @param options `again`: also reseals files of older keys with the newest one, and removes those keys
 */
export async function sealFiles(
  owner: pg.Client,
  store: Storage,
  keys: KeyRing,
  { again = false } = {},
): Promise<Sealing> {
  const newest = keyId(await keys.newest())
  const result: Sealing = { sealed: 0, left: [], removedKeys: 0 }
  const used = new Map<string, Buffer>()
  await walkStore(store, async file => {
    const header = await readHeader(store, file.key, file.size)
    const id = header?.keyId
    if (id && (!again || id.equals(newest))) {
      used.set(id.toString('hex'), id)
      return
    }
    try {
      if (await sealFile(owner, store, keys, file, header !== undefined)) result.sealed++
    } catch (error) {
      if (id) used.set(id.toString('hex'), id)
      result.left.push({ key: file.key, reason: (error as Error).message })
    }
  })
  if (result.left.length === 0) await recordAllSealed(owner)
  if (again) result.removedKeys = await removeUnusedKeys(owner, [...used.values()])
  return result
}

/** @returns whether it was sealed; false if it was deleted meanwhile */
async function sealFile(
  owner: pg.Client,
  store: Storage,
  keys: KeyRing,
  { key }: StoredFile,
  isSealed: boolean,
): Promise<boolean> {
  const sealed = sealedStore(store, keys)
  const expected = await findHash(owner, key)
  await using plain = await (isSealed ? sealed : store).read(key)
  if (!plain) return false
  await sealed.put(key, checked(plain, expected))
  // A document may have been deleted meanwhile, and its file before the new one was stored.
  if (expected === undefined || (await findHash(owner, key)) !== undefined) return true
  await store.delete(key)
  return false
}

/** @returns the SHA-256 of a key's file; undefined if no document or upload has this key */
async function findHash(owner: pg.Client, key: string): Promise<string | undefined> {
  const { rows } = await owner.query<{ sha256: string }>(
    `select sha256 from documents where file_path = $1 and file_path <> ''
    union all select sha256 from uploads where file_path = $1 and sha256 is not null`,
    [key],
  )
  return rows[0]?.sha256
}

/** @throws Error at the end, if the bytes have another SHA-256 */
async function* checked(bytes: AsyncIterable<Uint8Array>, expected: string | undefined): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const piece of bytes) {
    hash.update(piece)
    yield piece
  }
  if (expected !== undefined && hash.digest('hex') !== expected) {
    throw new Error('its bytes are not those of its document')
  }
}
