import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { DeleteObjectCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { log } from '../../platform/log.ts'
import { isPlainKey, type S3Place } from '../../platform/place.ts'
import { hashFile } from '../disk.ts'
import { isLocalFile } from '../file-store.ts'
import type { LocalFile, Storage, StoredFile } from '../storage-port.ts'
import { openBucket, soon, timeouts, unlessMissing } from './client.ts'
import { readFile } from './read-file.ts'
import { abortAbandoned, sendFile } from './send-file.ts'

/**
 * A store in a bucket of an S3-compatible service.
 * @param isKey accepted keys
 * @throws StoreError if the bucket is unusable or doesn't answer
 */
export async function openS3Store(place: S3Place, isKey: (key: string) => boolean): Promise<Storage> {
  const bucket = openBucket(place)
  const { send } = bucket
  const Bucket = place.bucket
  const pathOf = (key: string) => {
    if (!isPlainKey(key) || !isKey(key)) throw new TypeError('not a storage key')
    return place.prefix + key
  }
  const list = (after: string, prefix: string, most: number, token?: string) => {
    const options = { Prefix: place.prefix + prefix, MaxKeys: Math.min(most, 1000), ContinuationToken: token }
    const command = new ListObjectsV2Command({ Bucket, ...options, ...(after && { StartAfter: place.prefix + after }) })
    return send(command, soon())
  }

  const store: Storage = {
    async put(key, source, known) {
      const path = pathOf(key)
      if (!isLocalFile(source)) return { size: await sendFile(bucket, path, source, known?.sha256) }
      const size = await sendFile(bucket, path, bytesOf(source), known?.sha256 ?? (await hashFile(source.path)))
      await rm(source.path, { force: true })
      return { size }
    },

    async head(key) {
      const found = await unlessMissing(send(new HeadObjectCommand({ Bucket, Key: pathOf(key) }), soon()))
      return found && { size: found.ContentLength ?? 0 }
    },

    read: async (key, range) => await readFile(bucket, pathOf(key), range),

    async delete(key) {
      await unlessMissing(send(new DeleteObjectCommand({ Bucket, Key: pathOf(key) }), soon()))
    },

    freeSpace: async () => undefined,

    async ping() {
      const command = new ListObjectsV2Command({ Bucket, Prefix: place.prefix, MaxKeys: 1 })
      await send(command, soon(timeouts.ping))
    },

    async list({ limit = 100, offset = 0, after = '', prefix = '' } = {}) {
      const found: StoredFile[] = []
      let skipped = 0
      let token: string | undefined
      while (found.length < limit) {
        const page = await list(after, prefix, offset + limit - skipped, token)
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
          const key = Key.slice(place.prefix.length)
          if (!isKey(key) || skipped++ < offset) continue
          if (found.push({ key, size: Size, modified: LastModified }) === limit) break
        }
        token = page.NextContinuationToken
        if (!token) break
      }
      return found
    },
  }
  await store.ping()
  await abortAbandoned(bucket).catch(error => {
    log.warn('could not look for unfinished multipart uploads', { reason: (error as Error).message })
  })
  return store
}

function bytesOf({ path }: LocalFile): AsyncIterable<Uint8Array> {
  return createReadStream(path, { highWaterMark: 1024 ** 2 })
}
