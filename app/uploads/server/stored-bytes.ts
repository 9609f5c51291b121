import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { ERRORS } from '@tus/server'
import { sql } from 'kysely'
import { uploadLifetime } from '../../../rules/limits.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { type Storage, StoreError } from '../../../server/storage/storage-port.ts'
import type { ArrivedBytes, Arriving } from './bytes-port.ts'
import { endOfParts, idOfKey, keyOfPart, nameOfPart, type Part, partsOf } from './parts.ts'
import { receive } from './receive.ts'
import { type Scratch, ScratchFiles } from './scratch-files.ts'
import type { Upload } from './upload-row.ts'

/** Most parts of an upload; a client that sends more is refused. */
const mostParts = 1000

/**
 * Stores the bytes of unfinished uploads in the store, which every process reaches. A request's bytes are collected in
 * a local file; if they complete the upload that file is checked and stored, else they become a part in the store,
 * named in the upload's row. Most uploads arrive in one request of a few seconds, without parts.
 * @param store for parts, with keys as `isPartKey`
 * @param folder for local files of this process
 * @param storedEvery interval (ms) of storing a request in progress: the most that a crash loses
 */
export async function openStoredBytes(store: Storage, folder: string, storedEvery = 10_000): Promise<ArrivedBytes> {
  const scratches = await ScratchFiles.open(folder)
  return {
    // The row is enough.
    create: async () => {},

    async size({ id, file_size, parts }) {
      return scratches.find(id)?.end === file_size ? file_size : endOfParts(parts)
    },

    append: (upload, bytes, arriving) => append({ store, scratches, storedEvery }, { upload, bytes, arriving }),

    async gather(upload) {
      const { id, file_size: size } = upload
      const scratch = await scratches.continueAt(id, size)
      if (scratch.start > 0) await fetchParts(store, upload, scratch)
      return scratch.path
    },

    // Durable only once stored; until then the browser has no answer.
    flush: async () => false,

    async remove({ id, parts }) {
      await scratches.drop(id)
      for (const name of parts) await store.delete(keyOfPart(id, name))
    },

    async removeAll(id) {
      await scratches.drop(id)
      for await (const key of keysWith(store, `${id}.`)) await store.delete(key)
    },

    async listIds() {
      const ids = new Set<string>()
      for await (const key of keysWith(store)) ids.add(idOfKey(key))
      return [...ids]
    },
  }
}

interface Appending {
  upload: Upload
  bytes: Readable
  arriving: Arriving
}

interface Opened {
  store: Storage
  scratches: ScratchFiles
  storedEvery: number
}

async function append(
  { store, scratches, storedEvery }: Opened,
  { upload, bytes, arriving: { actor, offset } }: Appending,
): Promise<number> {
  const { id, file_size: size } = upload
  const scratch = await scratches.continueAt(id, offset)
  await using file = await open(scratch.path, 'r+')
  const parts = [...upload.parts]
  let storedAt = Date.now()
  const keep = async (arrived: number) => {
    if (arrived > scratch.end && arrived < size) {
      const part = await storePart(store, id, scratch, arrived)
      await recordPart(actor, { id, parts }, part)
      parts.push(part)
    }
    scratch.end = arrived
    storedAt = Date.now()
  }
  const { arrived, error } = await receive(bytes, file, scratch.end, async arrived => {
    scratch.usedAt = Date.now()
    if (scratch.usedAt - storedAt >= storedEvery) await keep(arrived)
  })
  await keep(arrived)
  if (error) throw error
  return arrived
}

/** Stores the bytes since the previous part. @returns its name */
async function storePart(store: Storage, id: string, { path, end: start }: Scratch, end: number): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of readPart(path, start, end)) hash.update(chunk)
  const sha256 = hash.digest('hex')
  const name = nameOfPart({ start, end, sha256 })
  await store.put(keyOfPart(id, name), readPart(path, start, end), { sha256 })
  return name
}

async function* readPart(path: string, start: number, end: number): AsyncGenerator<Buffer, void, void> {
  yield* createReadStream(path, { start, end: end - 1 })
}

/**
 * From here on the part counts.
 * @throws tus's error for a lock held by others, if another process has continued the upload because this one lost its
 * lock
 */
async function recordPart(
  actor: { id: string },
  { id, parts }: Pick<Upload, 'id' | 'parts'>,
  name: string,
): Promise<void> {
  if (parts.length >= mostParts) throw ERRORS.ERR_SIZE_EXCEEDED
  const { numUpdatedRows } = await actAs(actor, tx =>
    tx
      .updateTable('uploads')
      .set({ parts: sql<string[]>`parts || ${name}::text`, expires_at: new Date(Date.now() + uploadLifetime) })
      .where('id', '=', id)
      .where('document_id', 'is', null)
      .where('parts', '=', sql<string[]>`${parts}::text[]`)
      .executeTakeFirst(),
  )
  if (numUpdatedRows !== 1n) throw ERRORS.ERR_LOCK_TIMEOUT
}

/** Adds earlier bytes, from this process or another, to a local file. */
async function fetchParts(store: Storage, upload: Upload, scratch: Scratch): Promise<void> {
  await using file = await open(scratch.path, 'r+')
  let end = 0
  for (const part of partsOf(upload.parts)) {
    if (part.end > scratch.start) break
    await using content = await store.read(keyOfPart(upload.id, part.name))
    if (!content || part.start !== end) throw ERRORS.FILE_NO_LONGER_EXISTS
    const hash = createHash('sha256')
    for await (const chunk of content) {
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    end = part.end
    assertSame(hash.digest('hex'), part)
  }
  if (end !== scratch.start) throw ERRORS.FILE_NO_LONGER_EXISTS
  scratch.start = 0
}

function assertSame(sha256: string, part: Part): void {
  if (sha256 !== part.sha256) throw new StoreError(`the store has other bytes for the part ${part.name} of an upload`)
}

/** Iterates over the keys of all parts. */
async function* keysWith(store: Storage, prefix = ''): AsyncGenerator<string, void, void> {
  const limit = 1000
  for (let after: string | undefined; ; ) {
    const found = await store.list({ limit, prefix, ...(after !== undefined && { after }) })
    for (const { key } of found) yield key
    after = found.at(-1)?.key
    if (found.length < limit) return
  }
}
