import { Readable } from 'node:stream'
import { AbortMultipartUploadCommand, HeadObjectCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { type Bucket, causeOf, soon } from './client.ts'

/** Size of the parts of a multipart upload, in bytes. S3 requires at least 5 MB, and at most 10,000 parts. */
export const partSize = 8 * 1024 ** 2
/** Concurrent parts of a file. */
const partsAtOnce = 3
/** Age (ms) after which a multipart upload is one of a dead process. */
const abandonedAfter = 24 * 60 * 60 * 1000

/**
 * Stores a file in one request, or in parts that become a file only at the end.
 * @param key with the place's prefix
 * @param source its bytes in chunks
 * @param sha256 of the whole file, in hexadecimal, if known; stored in its metadata
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
      // Copied, since the chunk's memory may be reused.
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
    // It was completed by an attempt with a lost answer.
    const stored = await bucket.send(new HeadObjectCommand({ Bucket, Key: key }), soon())
    if (stored.ContentLength !== size) throw error
  }
  return size
}

/**
 * Removes multipart uploads of dead processes.
 * @param before latest start of an upload to remove
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
