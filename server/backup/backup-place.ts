import { existsSync } from 'node:fs'
import { describePlace, isPlainKey, type Place } from '../platform/place.ts'
import { StartError } from '../platform/start-error.ts'
import { openStore } from '../storage/open-store.ts'
import type { Storage, StoredFile } from '../storage/storage-port.ts'
import { openBytes, sealBytes } from '../vault/sealed-bytes.ts'
import { keyId, sealedSize } from '../vault/sealed-chunks.ts'
import type { Bytes } from './streams.ts'

/*
 * What a place for backups contains, beside what continuous archiving keeps there:
 *
 *     snapshots/{moment}/tables/{table}.zst   a table's rows, as PostgreSQL's `copy` writes them, Zstandard
 *     snapshots/{moment}/files.zst            the files of that moment: path, size and SHA-256, a line each
 *     snapshots/{moment}/manifest.json        written last: without it, there is no backup of that moment
 *     files/{path}                            stored files, each once for all backups
 *
 * With a key, everything is encrypted (server/vault/sealed-bytes.ts), and each name ends with which key it was, so that
 * a new key begins new files and old backups stay as they are.
 */

/** A place for backups, with the key that encrypts them, or without. */
export interface BackupPlace {
  /** As logs and people may see it. */
  readonly description: string
  /** What names end with: nothing, or which key encrypts. */
  readonly ending: string
  /** @returns the stored size in bytes */
  write(key: string, bytes: Bytes): Promise<number>
  /** @throws StartError, while it is read, where there is no such object or it isn't as it was written */
  read(key: string): Bytes
  remove(key: string): Promise<void>
  /** Lists everything that starts so, whatever it ends with; by the names that the store has. */
  list(prefix: string): AsyncGenerator<StoredFile>
  /** @returns the size that so many bytes have here */
  sizeOf(bytes: number): number
}

/** @returns whether a key is one of a backup's */
const isBackupKey = (key: string) => /^(snapshots|files|archive)\//.test(key) && isPlainKey(key)
const endings = /\.sealed-[0-9a-f]{8}$/
/** Names asked for at once while listing. */
const listed = 1000

/**
 * Opens a place for backups.
 * @param key BACKUP_KEY
 * @param mustExist whether a folder is not created, because backups are only read from it
 * @throws StartError where it can't be used
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

/** @returns a key as `read` takes it, and its ending */
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
