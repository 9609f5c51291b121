import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { StoreError } from '../storage-port.ts'
import { type Bucket, causeOf, patience, soon, withBodyHash } from './client.ts'

/** Larger files go up in parts of this size, in bytes. S3 wants at least 5 MB, and at most 10,000 parts. */
export const partSize = 8 * 1024 ** 2
const mostParts = 10_000
/** How many parts of a file are on their way at once. */
const partsAtOnce = 3
/** A multipart upload that began so long ago (ms) was left by a process that died. */
const abandonedAfter = 24 * 60 * 60 * 1000

interface Piece {
  bytes: Buffer
  sha256: string
}

/**
 * Stores a file: in one request, or in parts that become a file only together.
 * @param key with the place's prefix
 * @param source its bytes in chunks
 * @param sha256 of all of it, in hexadecimal, if known; it is kept with the file
 * @returns its size in bytes
 */
export async function sendFile(
  bucket: Bucket,
  key: string,
  source: AsyncIterable<Uint8Array>,
  sha256: string | undefined,
): Promise<number> {
  const pieces = inPieces(source)
  try {
    const first = (await pieces.next()).value ?? (await hashed(Buffer.alloc(0)))
    if (first.bytes.length < partSize) return await sendWhole(bucket, key, first)
    return await sendInParts(bucket, key, sha256, first, pieces)
  } finally {
    await pieces.return()
  }
}

async function sendWhole(bucket: Bucket, key: string, { bytes, sha256 }: Piece): Promise<number> {
  const command = new PutObjectCommand({
    ...target(bucket, key),
    ...encryption(bucket),
    Body: bytes,
    ContentLength: bytes.length,
    Metadata: { sha256 },
  })
  await bucket.send(withBodyHash(command, sha256), { requestTimeout: patience.part })
  return bytes.length
}

async function sendInParts(
  bucket: Bucket,
  key: string,
  sha256: string | undefined,
  first: Piece,
  others: AsyncGenerator<Piece, void, void>,
): Promise<number> {
  const upload = await begin(bucket, key, sha256)
  const sending = new Set<Promise<void>>()
  const parts: CompletedPart[] = []
  let size = 0
  const send = async (number: number, { bytes, sha256 }: Piece) => {
    const command = new UploadPartCommand({ ...upload, PartNumber: number, Body: bytes, ContentLength: bytes.length })
    const { ETag } = await bucket.send(withBodyHash(command, sha256), { requestTimeout: patience.part })
    parts.push({ PartNumber: number, ETag })
  }
  try {
    let number = 0
    for (let piece: Piece | undefined = first; piece; piece = (await others.next()).value ?? undefined) {
      if (++number > mostParts) throw new StoreError('a file is too large for an S3 store: more than 78 GB')
      size += piece.bytes.length
      const part: Promise<void> = send(number, piece).then(() => void sending.delete(part))
      // Awaited below, but perhaps only after another one has failed.
      part.catch(() => {})
      sending.add(part)
      if (sending.size >= partsAtOnce) await Promise.race(sending)
    }
    await Promise.all(sending)
    await complete(bucket, upload, parts, size)
    return size
  } catch (error) {
    await Promise.allSettled(sending)
    // What stays is removed a day later, see `abortAbandoned`.
    await bucket.send(new AbortMultipartUploadCommand(upload), soon()).catch(() => {})
    throw error
  }
}

type Upload = { Bucket: string; Key: string; UploadId: string | undefined }

async function begin(bucket: Bucket, key: string, sha256: string | undefined): Promise<Upload> {
  const command = new CreateMultipartUploadCommand({
    ...target(bucket, key),
    ...encryption(bucket),
    ...(sha256 && { Metadata: { sha256 } }),
  })
  const { UploadId } = await bucket.send(command, soon())
  return { ...target(bucket, key), UploadId }
}

async function complete(bucket: Bucket, upload: Upload, parts: CompletedPart[], size: number): Promise<void> {
  const Parts = parts.sort((one, other) => (one.PartNumber ?? 0) - (other.PartNumber ?? 0))
  const command = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } })
  try {
    await bucket.send(command, { requestTimeout: patience.part })
  } catch (error) {
    if (causeOf(error)?.name !== 'NoSuchUpload') throw error
    // It was completed by an attempt whose answer was lost.
    const { Bucket, Key } = upload
    const stored = await bucket.send(new HeadObjectCommand({ Bucket, Key }), soon())
    if (stored.ContentLength !== size) throw error
  }
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

function target({ place }: Bucket, key: string): { Bucket: string; Key: string } {
  return { Bucket: place.bucket, Key: key }
}

function encryption({ place: { sse, kmsKey } }: Bucket) {
  return { ...(sse && { ServerSideEncryption: sse }), ...(kmsKey && { SSEKMSKeyId: kmsKey }) }
}

/** Copies chunks, whose memory may be used again, into pieces as large as a part, of which only the last may be smaller. */
async function* inPieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<Piece, void, void> {
  let piece = newPiece()
  let filled = 0
  for await (const chunk of source) {
    for (let taken = 0; taken < chunk.length; ) {
      const part = chunk.subarray(taken, taken + partSize - filled)
      if (filled + part.length > piece.length) piece = enlarged(piece, filled + part.length)
      piece.set(part, filled)
      taken += part.length
      filled += part.length
      if (filled < partSize) continue
      yield await hashed(piece)
      piece = newPiece()
      filled = 0
    }
  }
  if (filled > 0) yield await hashed(piece.subarray(0, filled))
}

const newPiece = () => Buffer.allocUnsafeSlow(256 * 1024)

function enlarged(piece: Buffer, needed: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.min(partSize, Math.max(needed, piece.length * 4)))
  larger.set(piece)
  return larger
}

/** Off the main thread. */
async function hashed(bytes: Buffer<ArrayBuffer>): Promise<Piece> {
  return { bytes, sha256: Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex') }
}
