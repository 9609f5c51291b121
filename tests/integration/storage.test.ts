import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateMultipartUploadCommand, HeadObjectCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { describePlace, placeWithin, readPlace, type S3Place } from '../../server/platform/place.ts'
import { StartError } from '../../server/platform/start-error.ts'
import { openStore } from '../../server/storage/open-store.ts'
import { openBucket } from '../../server/storage/s3/client.ts'
import { abortAbandoned, partSize } from '../../server/storage/s3/send-file.ts'
import { isKey, type Storage } from '../../server/storage/storage-port.ts'
import { sharedS3Server } from '../helpers/s3-server.ts'

const person = '0d9a8e0e-6a3c-4f0e-9d1e-2a6f1d5b7c11'
const key = `${person}/1764000000000.pdf`
const content = Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => index % 251))

const kinds = ['folder', 's3'] as const

/** @param keys accepts keys; people's files by default */
async function givenStore(kind: (typeof kinds)[number] = 'folder', keys = isKey) {
  const folder = await mkdtemp(join(tmpdir(), 'promissory-storage-'))
  const place =
    kind === 'folder' ? { folder: join(folder, 'files') } : readPlace(await (await sharedS3Server()).newBucket())
  const store = await openStore(place, keys)
  return { folder, store, place, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** @returns the modification time of a file on the disk or in the bucket */
async function modifiedBy({ place }: Awaited<ReturnType<typeof givenStore>>, key: string): Promise<Date | undefined> {
  if ('folder' in place) return (await stat(join(place.folder, key))).mtime
  const head = new HeadObjectCommand({ Bucket: place.bucket, Key: place.prefix + key })
  return (await openBucket(place).send(head)).LastModified
}

async function readAll(store: Storage, ...how: Parameters<Storage['read']>): Promise<Buffer | undefined> {
  const bytes = await store.read(...how)
  if (!bytes) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

describe.each(kinds)('in a store of the kind %s', kind => {
  test('a local file is moved in, a stream is copied in, and both can be read whole and in parts', async () => {
    await using given = await givenStore(kind)
    const { folder, store } = given
    await writeFile(join(folder, 'local'), content)
    expect(await store.put(key, { path: join(folder, 'local') })).toEqual({ size: content.length })
    await expect(stat(join(folder, 'local'))).rejects.toThrow('ENOENT')
    const other = `${person}/1764000000001.pdf`
    expect(await store.put(other, new Blob([content]).stream())).toEqual({ size: content.length })
    for (const stored of [key, other]) {
      expect(await store.head(stored)).toEqual({ size: content.length })
      expect((await readAll(store, stored))?.equals(content)).toBe(true)
      expect((await readAll(store, stored, { start: 10, end: 19 }))?.equals(content.subarray(10, 20))).toBe(true)
    }
    if (kind === 'folder') expect((await stat(join(folder, 'files', person))).mode & 0o077).toBe(0)
  })

  test('a part of a local file can be copied in, and stays where it is', async () => {
    await using given = await givenStore(kind)
    const { folder, store } = given
    const path = join(folder, 'local')
    await writeFile(path, content)
    expect(await store.put(key, createReadStream(path, { start: 10, end: 19 }))).toEqual({ size: 10 })
    expect((await readAll(store, key))?.equals(content.subarray(10, 20))).toBe(true)
    expect((await stat(path)).size).toBe(content.length)
  })

  test('a missing file has no size and no bytes, and can be deleted twice', async () => {
    await using given = await givenStore(kind)
    const { store } = given
    expect(await store.head(key)).toBeUndefined()
    expect(await store.read(key)).toBeUndefined()
    await store.put(key, new Blob(['a']).stream())
    await store.delete(key)
    await store.delete(key)
    expect(await store.head(key)).toBeUndefined()
  })

  test('no key leads out of the folder', async () => {
    await using given = await givenStore(kind)
    const { folder, store } = given
    await writeFile(join(folder, 'secret'), 'secret')
    const wrong = ['../secret', `${person}/../../secret`, '/etc/passwd', '', key.toUpperCase(), `${key}/`, `${key}\0`]
    for (const path of [...wrong, `./${key}`, `${person}/x.pdf`, `${person}/1764000000000.pdf\n`]) {
      await expect(store.head(path)).rejects.toThrow('not a storage key')
      await expect(store.read(path)).rejects.toThrow('not a storage key')
      await expect(store.delete(path)).rejects.toThrow('not a storage key')
      await expect(store.put(path, { path: join(folder, 'secret') })).rejects.toThrow('not a storage key')
    }
    expect(await readFile(join(folder, 'secret'), 'utf8')).toBe('secret')
  })

  test('files are listed by key, in parts', async () => {
    await using given = await givenStore(kind)
    const { store } = given
    const people = [person, '1d9a8e0e-6a3c-4f0e-9d1e-2a6f1d5b7c11', '0d9a8e0e-6a3c-4f0e-9d1e-2a6f1d5b7c12']
    const keys = people.flatMap(id => Array.from({ length: 5 }, (_, index) => `${id}/176400000000${index}.pdf`))
    for (const [index, each] of keys.entries()) await store.put(each, new Blob(['x'.repeat(index)]).stream())
    const sorted = keys.toSorted()
    const listed = async (...how: Parameters<Storage['list']>) => (await store.list(...how)).map(({ key }) => key)
    expect(await listed()).toEqual(sorted)
    expect(await listed({ limit: 4, offset: 3 })).toEqual(sorted.slice(3, 7))
    expect(await listed({ after: sorted[6], limit: 3 })).toEqual(sorted.slice(7, 10))
    expect(await listed({ after: sorted.at(-1) })).toEqual([])
    expect(await listed({ prefix: `${person}/`, offset: 1 })).toEqual(keys.slice(1, 5))
    expect(await listed({ prefix: `${people[2]}/1764`, after: `${people[2]}/1764000000002.pdf`, limit: 9 })).toEqual(
      keys.slice(13),
    )
    expect(await listed({ limit: 0 })).toEqual([])
    // Files with other keys, such as another program's, are ignored.
    const fewer = await openStore(given.place, name => name.endsWith('4.pdf'))
    const some = await fewer.list({ limit: 2, offset: 1 })
    expect(some.map(each => each.key)).toEqual(sorted.filter(each => each.endsWith('4.pdf')).slice(1))
    const [first] = await store.list({ prefix: people[2], limit: 1 })
    expect(first?.size).toBe(10)
    expect(first?.modified).toEqual(await modifiedBy(given, first?.key ?? ''))
  })
})

test('a stream that fails stores nothing and leaves nothing behind', async () => {
  await using given = await givenStore()
  const { folder, store } = given
  const broken = new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(content),
    pull: controller => controller.error(new Error('the line broke')),
  })
  await expect(store.put(key, broken)).rejects.toThrow('the line broke')
  expect(await store.head(key)).toBeUndefined()
  expect(await readdir(join(folder, 'files', '.incoming'))).toEqual([])
})

test('a missing folder is an error and is not created again', async () => {
  await using given = await givenStore()
  const { folder, store } = given
  await store.ping()
  await rm(join(folder, 'files'), { recursive: true })
  await writeFile(join(folder, 'local'), content)
  await expect(store.ping()).rejects.toThrow('ENOENT')
  await expect(store.put(key, { path: join(folder, 'local') })).rejects.toThrow('ENOENT')
  expect((await stat(join(folder, 'local'))).size).toBe(content.length)
})

test('a reader who leaves closes the file', async () => {
  await using given = await givenStore()
  const { folder, store } = given
  await store.put(key, new Blob([content]).stream())
  const unread = await store.read(key)
  await unread?.[Symbol.asyncDispose]()
  for await (const _ of (await store.read(key)) ?? []) break
  await readAll(store, key)
  if (process.platform === 'linux') {
    const { readlink } = await import('node:fs/promises')
    const open = await readdir('/proc/self/fd')
    const targets = await Promise.all(open.map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
    expect(targets.filter(target => target.startsWith(folder))).toEqual([])
  }
})

test('a large file goes to S3 in parts, of which a failure leaves none', async () => {
  await using given = await givenStore('s3')
  const { store, place } = given
  const bucket = openBucket(place as S3Place)
  const Bucket = bucket.place.bucket
  const uploads = async () => (await bucket.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []
  const large = randomBytes(2 * partSize + 5)
  async function* chunks(most: number) {
    // Its memory is reused, like that of other stores' chunks.
    const chunk = Buffer.alloc(700_001)
    for (let at = 0; at < most; at += chunk.length) yield chunk.subarray(0, large.copy(chunk, 0, at, most))
    if (most < large.length) throw new Error('the line broke')
  }
  await expect(store.put(key, chunks(partSize + 1))).rejects.toThrow('the line broke')
  expect([await store.head(key), await uploads()]).toEqual([undefined, []])
  expect(await store.put(key, chunks(large.length))).toEqual({ size: large.length })
  expect((await readAll(store, key))?.equals(large)).toBe(true)
  expect((await readAll(store, key, { start: partSize - 2, end: partSize + 1 }))?.length).toBe(4)

  await bucket.send(new CreateMultipartUploadCommand({ Bucket, Key: key }))
  await abortAbandoned(bucket)
  expect(await uploads()).toHaveLength(1)
  await abortAbandoned(bucket, new Date(Date.now() + 60_000))
  expect([await uploads(), await store.head(key)]).toEqual([[], { size: large.length }])
})

test('places are read from paths and addresses', () => {
  expect(readPlace('/mnt/files')).toEqual({ folder: '/mnt/files' })
  expect(readPlace('file:///mnt/a%20b')).toEqual({ folder: '/mnt/a b' })
  const aws = { bucket: 'fund', prefix: '', pathStyle: false }
  expect(readPlace('s3://fund')).toEqual(aws)
  const other = 's3://fund/a/b/?endpoint=https://s3.example:9000/&region=eu-1&sse=aws:kms&kms-key=k&profile=copies'
  const place = readPlace(other)
  expect(place).toEqual({
    bucket: 'fund',
    prefix: 'a/b/',
    endpoint: 'https://s3.example:9000',
    region: 'eu-1',
    pathStyle: true,
    sse: 'aws:kms',
    kmsKey: 'k',
    profile: 'copies',
  })
  expect(describePlace(place)).toBe('s3://fund/a/b at https://s3.example:9000')
  expect(placeWithin(place, 'documents')).toMatchObject({ prefix: 'a/b/documents/' })
  expect(placeWithin({ folder: '/mnt/files' }, 'documents')).toEqual({ folder: '/mnt/files/documents' })
  const wrong = ['https://s3.example/bucket', '/', 'file://host/x', 's3://', 's3://B', 's3://b?endpoint=s3.example']
  const unknown = ['s3://fund?regoin=x', 's3://fund?sse=1', 's3://fund/a b', 's3://fund/%zz']
  for (const text of [...wrong, ...unknown, 's3://id:secret@fund', 's3://fund?endpoint=https://id:secret@s3.example']) {
    const read = () => readPlace(text, 'STORAGE_URL')
    expect(read, text).toThrow(StartError)
    expect(read, text).toThrow(/^STORAGE_URL .+\. .+\.$/)
    expect(read, text).not.toThrow(/secret@/)
  }
})
