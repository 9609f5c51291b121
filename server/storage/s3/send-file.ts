import { Readable } from 'node:stream'
import { AbortMultipartUploadCommand, HeadObjectCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { type Bucket, causeOf, soon } from './client.ts'

/** Larger files go up in parts of this size, in bytes. S3 wants at least 5 MB, and at most 10,000 parts. */
export const partSize = 8 * 1024 ** 2
/** How many parts of a file are on their way at once. */
const partsAtOnce = 3
/** A multipart upload that began so long ago (ms) was left by a process that died. */
const abandonedAfter = 24 * 60 * 60 * 1000

/**
 * Stores a file: in one request, or in parts that become a file only together.
 * @param key with the place's prefix
 * @param source its bytes in chunks
 * @param sha256 of all of it, in hexadecimal, if known; it is kept with the file
 * @returns its size in bytes
 * @throws StoreError; errors of the source
 */
export async function sendFile(
  bucket: Bucket,
  key: string,
  source: AsyncIterable<Uint8Array>,
  sha256: string | undefined,
): Promise<number> {
  const { bucket: Bucket, sse, kmsKey } = bucket.place
  let size = 0
  async function* counted() {
    for await (const chunk of source) {
      size += chunk.length
      // Its memory may be used again.
      yield Buffer.from(chunk)
    }
  }
  const upload = new Upload({
    client: bucket.uploader,
    partSize,
    queueSize: partsAtOnce,
    params: {
      Bucket,
      Key: key,
      Body: Readable.from(counted()),
      Metadata: sha256 ? { sha256 } : undefined,
      ServerSideEncryption: sse,
      SSEKMSKeyId: kmsKey,
    },
  })
  try {
    await upload.done()
  } catch (error) {
    if (causeOf(error)?.name !== 'NoSuchUpload') throw error
    // It was completed by an attempt whose answer was lost.
    const stored = await bucket.send(new HeadObjectCommand({ Bucket, Key: key }), soon())
    if (stored.ContentLength !== size) throw error
  }
  return size
}

/**
 * Removes what processes that died while they sent a file have left.
 * @param before when it was begun, at the latest
 */
export async function abortAbandoned(
  { place, send }: Bucket,
  before = new Date(Date.now() - abandonedAfter),
): Promise<void> {
  const { bucket: Bucket, prefix } = place
  const { Uploads = [] } = await send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }), soon())
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (!Initiated || Initiated > before) continue
    await send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), soon())
  }
}
