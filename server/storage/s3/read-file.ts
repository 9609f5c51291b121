import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { describePlace } from '../../platform/place.ts'
import { type ByteRange, type StoredBytes, StoreError } from '../storage-port.ts'
import { type Bucket, storeError, timeouts, unlessMissing } from './client.ts'

/** Most consecutive attempts that read no byte. */
const mostAttempts = 3

/** An answer to a request for a file's bytes. */
interface Answer {
  body: Readable
  /** Bytes it has, according to the store. */
  range: ByteRange
  /** Of the whole file, in bytes. */
  size: number
  etag: string | undefined
  /** Of the whole file, if stored. */
  sha256: string | undefined
}

/**
 * Opens a file. An interrupted or stalled read resumes. A whole file's bytes are compared with its stored SHA-256
 * before the last ones are passed on.
 * @param key with the place's prefix
 * @returns undefined if the file doesn't exist
 * @throws StoreError, also while the bytes are read
 */
export async function readFile(
  bucket: Bucket,
  key: string,
  range: ByteRange | undefined,
): Promise<StoredBytes | undefined> {
  // An empty file has no valid range.
  const first = await request(bucket, key, range && range.end >= range.start ? range : undefined)
  if (!first) return undefined
  const wanted = range ?? { start: 0, end: first.size - 1 }
  let { body } = first
  let isClosed = false
  const isWhole = wanted.start === 0 && wanted.end === first.size - 1
  const hash = isWhole && first.sha256 ? createHash('sha256') : undefined
  const wrong = (what: string) =>
    new StoreError(`${describePlace(bucket.place)} has answered with wrong bytes: ${key} ${what}`)

  async function* chunks(): AsyncGenerator<Buffer, void, void> {
    let at = wanted.start
    let held: Buffer | undefined
    let attempts = 0
    while (at <= wanted.end) {
      try {
        for await (const chunk of withoutStalling(body)) {
          at += chunk.length
          attempts = 0
          if (at > wanted.end + 1) throw wrong('is longer than it says')
          hash?.update(chunk)
          if (held) yield held
          held = chunk
        }
        if (at <= wanted.end) throw new Error('the answer ended early')
      } catch (error) {
        if (isClosed || error instanceof StoreError || ++attempts > mostAttempts) throw storeError(bucket.place, error)
        const next = await request(bucket, key, { start: at, end: wanted.end }, first?.etag)
        if (!next) throw wrong('is gone')
        body = next.body
      }
    }
    if (hash && hash.digest('hex') !== first?.sha256) throw wrong('does not have the SHA-256 it was stored with')
    body.destroy()
    if (held) yield held
  }
  const reading = chunks()
  return {
    [Symbol.asyncIterator]: () => reading,
    async [Symbol.asyncDispose]() {
      isClosed = true
      body.destroy()
      await reading.return()
    },
  }
}

/** @param etag required version of the file; any by default */
async function request(
  { place, send }: Bucket,
  key: string,
  range: ByteRange | undefined,
  etag?: string,
): Promise<Answer | undefined> {
  const command = new GetObjectCommand({
    Bucket: place.bucket,
    Key: key,
    ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    ...(etag && { IfMatch: etag }),
  })
  const answer = await unlessMissing(send(command, { requestTimeout: timeouts.answer }))
  if (!answer) return undefined
  const body = answer.Body as Readable
  const found = rangeOf(answer)
  if (range && (found.range.start !== range.start || found.range.end !== range.end)) {
    body.destroy()
    const what = `${answer.ContentRange ?? 'all'} instead of bytes ${range.start}-${range.end}`
    throw new StoreError(`${describePlace(place)} has answered with other bytes of ${key} than asked for: ${what}`)
  }
  return { body, ...found, etag: answer.ETag, sha256: answer.Metadata?.sha256 }
}

function rangeOf(answer: { ContentRange?: string; ContentLength?: number }): Pick<Answer, 'range' | 'size'> {
  const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.ContentRange ?? '') ?? []
  if (size !== undefined) return { range: { start: Number(start), end: Number(end) }, size: Number(size) }
  const whole = answer.ContentLength ?? 0
  return { range: { start: 0, end: whole - 1 }, size: whole }
}

/** Ends a stream that stalls while its reader waits. */
async function* withoutStalling(body: Readable): AsyncGenerator<Buffer, void, void> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  try {
    for (;;) {
      const waiting = setTimeout(() => {
        body.destroy(Object.assign(new Error('no more bytes come'), { name: 'TimeoutError' }))
      }, timeouts.bytes)
      const { done, value } = await chunks.next().finally(() => clearTimeout(waiting))
      if (done) return
      yield value
    }
  } finally {
    body.destroy()
  }
}
