import { existsSync } from 'node:fs'
import { describePlace, isPlainKey, type Place } from '../../../server/platform/place.ts'
import { StartError } from '../../../server/platform/start-error.ts'
import { openStore } from '../../../server/storage/open-store.ts'
import type { Storage, StoredFile } from '../../../server/storage/storage-port.ts'
import { openBytes, sealBytes } from '../../../server/vault/sealed-bytes.ts'
import { keyId, sealedSize } from '../../../server/vault/sealed-chunks.ts'
import type { Bytes } from './streams.ts'

/*
 * Layout of a place for backups, beside continuous archiving:
 *
 *     snapshots/{moment}/tables/{table}.zst   a table's rows, as PostgreSQL's `copy` writes them, Zstandard
 *     snapshots/{moment}/files.zst            the files of that moment: path, size and SHA-256, a line each
 *     snapshots/{moment}/manifest.json        written last: without it, there is no backup of that moment
 *     files/{path}                            stored files, each once for all backups
 *
 * With a key, everything is encrypted (server/vault/sealed-bytes.ts), and each name ends with the key's identifier, so
 * that a new key starts new files and old backups stay as they are.
 */

/** A place for backups, with or without an encryption key. */
export interface BackupPlace {
  /** Without secrets, for logs and people. */
  readonly description: string
  /** Suffix of names: empty, or the key's identifier. */
  readonly ending: string
  /** @returns the stored size in bytes */
  write(key: string, bytes: Bytes): Promise<number>
  /** @throws StartError, while it is read, if there is no such object or it was altered */
  read(key: string): Bytes
  remove(key: string): Promise<void>
  /** Lists everything with a prefix and any ending, by the names in the store. */
  list(prefix: string): AsyncGenerator<StoredFile>
  /** @returns the stored size of so many bytes */
  sizeOf(bytes: number): number
}

/** @returns whether a key is one of a backup's */
const isBackupKey = (key: string) => /^(snapshots|files|archive)\//.test(key) && isPlainKey(key)
const endings = /\.sealed-[0-9a-f]{8}$/
/** Names per listing request. */
const listed = 1000

/**
 * Opens a place for backups.
 * @param key BACKUP_KEY
 * @param mustExist whether not to create a folder, because backups are only read from it
 * @throws StartError if it is unusable
 */
export async function openBackupPlace(
  place: Place,
  key: Buffer | undefined,
  { mustExist = false } = {},
): Promise<BackupPlace> {
  if (mustExist && 'folder' in place && !existsSync(place.folder)) {
    throw new StartError(`There is no folder ${place.folder}.`)
  }
  const store = await openStore(place, isBackupKey)
  const ending = key ? `.sealed-${keyId(key).toString('hex').slice(0, 8)}` : ''
  const description = describePlace(place)
  return {
    description,
    ending,
    sizeOf: bytes => (key ? sealedSize(bytes) : bytes),
    async write(name, bytes) {
      const { size } = await store.put(name + ending, key ? sealBytes(key, bytes, name) : bytes)
      return size
    },
    async *read(name) {
      await using stored = await store.read(name + ending)
      if (!stored) throw new StartError(`The backup lacks ${name}${ending}. Choose another one with --at.`)
      yield* key ? openBytes(key, stored, name) : stored
    },
    remove: name => store.delete(name + ending),
    list: prefix => listAll(store, prefix),
  }
}

/** @returns a key for `read`, and its ending */
export function splitEnding(name: string): { key: string; ending: string } {
  const ending = endings.exec(name)?.[0] ?? ''
  return { key: name.slice(0, name.length - ending.length), ending }
}

async function* listAll(store: Storage, prefix: string): AsyncGenerator<StoredFile> {
  for (let after = ''; ; ) {
    const files = await store.list({ prefix, after, limit: listed })
    yield* files
    const last = files.at(-1)
    if (!last || files.length < listed) return
    after = last.key
  }
}
