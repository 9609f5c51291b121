import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { messages } from '../../rules/messages.ts'
import { readPlace } from '../../server/platform/place.ts'
import { openStore } from '../../server/storage/open-store.ts'
import { timeouts } from '../../server/storage/s3/client.ts'
import { storage } from '../../server/storage/storage.ts'
import { type Storage, StoreError } from '../../server/storage/storage-port.ts'
import { eventually } from '../helpers/eventually.ts'
import { givenDocument } from '../helpers/insert-document.ts'
import { slowOf } from '../helpers/lane.ts'
import { testPortal } from '../helpers/portal.ts'
import { s3Credentials, sharedS3Server } from '../helpers/s3-server.ts'
import { sha256 } from '../helpers/uploads.ts'

const slow = slowOf(test)
const usual = { ...timeouts }
beforeEach(() => Object.assign(timeouts, usual, { bytes: 500 }))
afterAll(() => Object.assign(timeouts, usual))
afterEach(() => Object.assign(process.env, s3Credentials))

/** Changes to the store's bytes on a connection; they pass by default. */
type Fault = { change?: (chunk: Buffer, before: number) => Buffer; stallAfter?: number; cutAfter?: number }

/** A store behind a faulty network: each connection takes the next fault of a list, and works once it is empty. */
async function givenStore() {
  const s3 = await sharedS3Server()
  const faults: Fault[] = []
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const { change = chunk => chunk, stallAfter = Infinity, cutAfter = Infinity }: Fault = faults.shift() ?? {}
    const far = connect(Number(new URL(s3.endpoint).port), '127.0.0.1')
    let passed = 0
    const network = new Transform({
      transform(chunk: Buffer, _, done) {
        const before = passed
        passed += chunk.length
        if (passed > cutAfter) near.destroy()
        else if (passed <= stallAfter) done(null, change(chunk, before))
      },
    })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => [near, far].forEach(each => void each.destroy()))
    }
    near.pipe(far).pipe(network).pipe(near)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as { port: number }
  const stop = async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  const url = (await s3.newBucket()).replace(s3.endpoint, `http://127.0.0.1:${port}`)
  const store = await openStore(readPlace(url), () => true)
  /** Faults of the next connections; existing ones end. */
  const expectFaults = (...next: Fault[]) => {
    for (const socket of sockets) socket.destroy()
    faults.splice(0, faults.length, ...next)
  }
  return { store, url, expectFaults, stop, start: () => listen(port), [Symbol.asyncDispose]: stop }
}

async function readAll(store: Storage, key: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of (await store.read(key)) ?? []) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

const bytes = (content: Buffer) => new Blob([new Uint8Array(content)]).stream()
const content = randomBytes(3_000_000)

test('a store that refuses or hangs is an error, which loses nothing, and works again by itself', async () => {
  await using given = await givenStore()
  const { store, expectFaults } = given
  const folder = await mkdtemp(join(tmpdir(), 'promissory-faults-'))
  const local = { path: join(folder, 'local') }
  await writeFile(local.path, content)
  await store.put('kept', bytes(content))
  const attempts = [
    () => store.put('other', local),
    () => store.put('other', bytes(content)),
    () => store.head('kept'),
    () => store.read('kept'),
    () => store.delete('nothing'),
    () => store.list(),
    () => store.ping(),
  ]
  const fail = async (reason: RegExp) => {
    const results = await Promise.allSettled(attempts.map(attempt => attempt()))
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StoreError) })
      expect((result as PromiseRejectedResult).reason.message).toMatch(reason)
    }
  }
  await given.stop()
  await fail(/^s3:\/\/test-\w+ at http:\/\/127.0.0.1:\d+ doesn’t answer \(ECONN/)
  await given.start()
  Object.assign(timeouts, { connecting: 300, answer: 300, allAttempts: 600, ping: 300, part: 300 })
  expectFaults(...Array.from({ length: 40 }, () => ({ stallAfter: 0 })))
  await fail(/doesn’t answer \((TimeoutError|AbortError|ETIMEDOUT|ABORT_ERR|\d+)\)/)
  expectFaults()
  Object.assign(timeouts, usual)
  expect((await stat(local.path)).size).toBe(content.length)
  expect((await readAll(store, 'kept')).equals(content)).toBe(true)
  expect(await store.put('other', local)).toEqual({ size: content.length })
  await rm(folder, { recursive: true })
})

slow('a read that breaks off or gets stuck continues where it was', async () => {
  await using given = await givenStore()
  const { store, expectFaults } = given
  await store.put('file', bytes(content))
  expectFaults({ cutAfter: 500_000 }, { stallAfter: 900_000 }, { cutAfter: 300_000 })
  expect((await readAll(store, 'file')).equals(content)).toBe(true)
  // Not endlessly: three times in a row without a byte.
  expectFaults({ cutAfter: 500_000 }, ...Array.from({ length: 20 }, () => ({ cutAfter: 0 })))
  await expect(readAll(store, 'file')).rejects.toThrow(StoreError)
})

slow('wrong bytes never pass for a whole file', async () => {
  await using given = await givenStore()
  const { store, expectFaults } = given
  const wrongAt = (position: number) => ({
    change(chunk: Buffer, before: number) {
      if (position < before || position >= before + chunk.length) return chunk
      const changed = Buffer.from(chunk)
      changed[position - before] = (changed[position - before] ?? 0) ^ 1
      return changed
    },
  })
  const large = randomBytes(9_000_000)
  await store.put('small', bytes(content), { sha256: sha256(content) })
  await store.put('large', bytes(large), { sha256: '0'.repeat(64) })
  for (const position of [1_000_000, 2_999_999]) {
    expectFaults(wrongAt(position))
    let received = 0
    const read = async () => {
      for await (const chunk of (await store.read('small')) ?? []) received += chunk.length
    }
    await expect(read()).rejects.toThrow(/wrong bytes: small does not have the SHA-256/)
    expect(received).toBeLessThan(content.length)
  }
  await expect(readAll(store, 'large')).rejects.toThrow(/wrong bytes/)
})

slow('a slow store is waited for as long as bytes come', async () => {
  await using given = await givenStore()
  const { store, expectFaults } = given
  await store.put('file', bytes(content.subarray(0, 400_000)))
  expectFaults()
  const reading = await store.read('file')
  let received = 0
  // The reader may be slow, too.
  for await (const chunk of reading ?? []) {
    if (received === 0) await sleep(timeouts.bytes + 300)
    received += chunk.length
  }
  expect(received).toBe(400_000)
})

slow('a clock that jumps by hours, and back, changes nothing', async () => {
  await using given = await givenStore()
  const { store } = given
  await store.put('file', bytes(content))
  const now = Date.now()
  try {
    for (const hours of [1, -1, 0, 26, 0]) {
      vi.useFakeTimers({ now: now + hours * 3_600_000, toFake: ['Date'] })
      expect(await store.head('file')).toEqual({ size: content.length })
      vi.setSystemTime(now)
      expect(await store.put('other', bytes(content))).toEqual({ size: content.length })
      vi.setSystemTime(now - hours * 3_600_000)
      expect((await readAll(store, 'other')).length).toBe(content.length)
    }
  } finally {
    vi.useRealTimers()
  }
})

test('a store that can’t be used says why when it is opened', async () => {
  const s3 = await sharedS3Server()
  const url = await s3.newBucket()
  const open = (place: string) => openStore(readPlace(place), () => true)
  await expect(open(url.replace('s3://test-', 's3://none-'))).rejects.toThrow(/doesn’t exist. Create the bucket/)
  await expect(open('s3://bucket?endpoint=http://127.0.0.1:9')).rejects.toThrow(/doesn’t answer \(ECONNREFUSED\)/)
  const encrypted = await open(`${url}&sse=AES256`)
  await expect(encrypted.put('file', bytes(content))).rejects.toThrow(/can’t do what we ask \(NotImplemented 501\)/)
  process.env.AWS_SECRET_ACCESS_KEY = 'wrong'
  await expect(open(url)).rejects.toThrow(/refuses these credentials \(SignatureDoesNotMatch\)/)
  process.env.AWS_ACCESS_KEY_ID = 'test:nobody'
  await expect(open(url)).rejects.toThrow(/refuses these credentials/)
})

test('people are told when files can’t be reached, and load balancers too', async () => {
  await using given = await givenStore()
  await using portal = await testPortal({ STORAGE_URL: given.url })
  const document = await givenDocument(portal, portal.investor)
  const cookie = await portal.sessionOf(portal.investor)
  const open = () => portal.fetch(`/files/${document.id}`, { cookie })
  expect((await open()).status).toBe(200)
  expect((await portal.fetch('/readyz')).status).toBe(200)
  await given.stop()
  const refused = await open()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10'])
  expect(await refused.json()).toMatchObject({ code: 'FILES_UNREACHABLE', message: messages.FILES_UNREACHABLE })
  // An answer is shared for a second.
  const isReady = async (status: number) => (await portal.fetch('/readyz')).status === status
  await eventually('not ready', () => isReady(503))
  await given.start()
  expect(Buffer.from(await (await open()).arrayBuffer()).equals(document.content)).toBe(true)
  await eventually('ready again', () => isReady(200))
  expect((await storage().list()).map(({ size }) => size)).toEqual([document.content.length])
})
