import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../server/platform/config.ts'
import { createClamd } from '../server/clamd.ts'

/** A server that handles each connection, and a client for it with a short timeout. */
async function clamdThat(does: (socket: Socket) => void) {
  const server = createServer(socket => {
    socket.on('error', () => {})
    does(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return createClamd({ host: '127.0.0.1', port }, { connecting: 200, answering: 200 })
}

async function* chunks(count: number, size = 1000) {
  for (let i = 0; i < count; i++) yield Buffer.alloc(size, i)
}

const unavailable = { name: 'ScannerUnavailable' }

test('a file is sent in chunks, each after its length, and ends with a length of zero', async () => {
  let sent = Buffer.alloc(0)
  const clamd = await clamdThat(socket =>
    socket.on('data', data => {
      sent = Buffer.concat([sent, data])
      if (sent.subarray(-4).readUInt32BE() === 0) socket.end('stream: OK\0')
    }),
  )
  expect(await clamd.scan(chunks(2, 3))).toBeUndefined()
  expect(sent.toString('latin1')).toBe('zINSTREAM\0\0\0\0\x03\0\0\0\0\0\0\x03\x01\x01\x01\0\0\0\0')
})

test('a verdict is the signature’s name', async () => {
  const clamd = await clamdThat(socket => socket.end('stream: Win.Test.EICAR_HDB-1 FOUND\0'))
  expect(await clamd.scan(chunks(1))).toBe('Win.Test.EICAR_HDB-1')
})

test.each([
  ['takes too long', () => {}, 'no answer in time'],
  ['hangs up', (socket: Socket) => socket.destroy(), ''],
  ['says nothing', (socket: Socket) => socket.end(), ''],
  [
    'refuses the size',
    (socket: Socket) => socket.end('INSTREAM size limit exceeded. ERROR\0'),
    'raise StreamMaxLength in clamd.conf',
  ],
  ['fails', (socket: Socket) => socket.end('stream: Can’t allocate memory ERROR\0'), 'memory'],
  ['is something else', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'clamd refused'],
])('there is no verdict where clamd %s', async (_, does, message) => {
  const clamd = await clamdThat(does)
  // More than the connection buffers, so that sending stops too.
  const scanned = clamd.scan(chunks(100, 1_000_000))
  await expect(scanned).rejects.toMatchObject({ ...unavailable, message: expect.stringContaining(message) })
})

test('there is no verdict where nothing listens', async () => {
  const clamd = createClamd({ path: '/nonexistent/clamd.sock' })
  await expect(clamd.scan(chunks(1))).rejects.toMatchObject(unavailable)
  await expect(clamd.version()).rejects.toMatchObject(unavailable)
})

test('a file that cannot be read is not a verdict', async () => {
  const clamd = await clamdThat(() => {})
  // biome-ignore lint/correctness/useYield: it fails before its first chunk
  const unreadable = async function* (): AsyncGenerator<Buffer> {
    throw new Error('the disk is gone')
  }
  await expect(clamd.scan(unreadable())).rejects.toThrow('the disk is gone')
})

test('CLAMD_URL names a port or a socket', () => {
  const clamdOf = (CLAMD_URL: string) => readConfig({ CLAMD_URL, DATA_DIR: '/tmp/data' }).clamd
  expect(clamdOf('')).toBeUndefined()
  expect(clamdOf('tcp://127.0.0.1:3310')).toEqual({ host: '127.0.0.1', port: 3310 })
  expect(clamdOf('tcp://[::1]:3310/')).toEqual({ host: '::1', port: 3310 })
  expect(clamdOf('unix:/var/run/clamav/clamd.ctl')).toEqual({ path: '/var/run/clamav/clamd.ctl' })
  for (const wrong of ['clamd', 'tcp://127.0.0.1', 'http://127.0.0.1:3310', 'unix:relative', 'tcp://a:1/path']) {
    expect(() => clamdOf(wrong), wrong).toThrow(/CLAMD_URL/)
  }
})
