import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Writable } from 'node:stream'
import { brotliDecompressSync, createBrotliDecompress, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { type PageBody, type PageCoding, sendBody } from '../../server/http/page-body.ts'
import { patience } from '../helpers/lane.ts'

/** Writes like React: chunks of 2 KB, and a flush when there is nothing more for now. */
type Destination = Writable & { flush(): void }
const piece = 'a ledger of documents '.repeat(90)

test('what is rendered in one go leaves in one piece, compressed as the response says', async () => {
  const page = (destination: Writable) => {
    for (let i = 0; i < 30; i++) destination.write(Buffer.from(piece))
    ;(destination as Destination).flush()
    destination.end()
  }
  const expected = piece.repeat(30)
  const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
  for (const coding of ['zstd', 'br', 'gzip'] as const) {
    await using site = await serve(page, coding)
    const bytes = Buffer.concat(await site.chunks())
    expect(decoders[coding](bytes).toString()).toBe(expected)
    expect(bytes.length).toBeLessThan(500)
  }
  await using site = await serve(page)
  expect(Buffer.concat(await site.chunks()).toString()).toBe(expected)
})

test('what is ready is sent before what is not, compressed too', async () => {
  for (const coding of [undefined, 'br'] as const) {
    let rest = () => {}
    await using site = await serve(destination => {
      destination.write(Buffer.from('<p>ready</p>'))
      ;(destination as Destination).flush()
      rest = () => destination.end(Buffer.from('<p>late</p>'))
    }, coding)
    const answer = await site.ask()
    const decoded = coding ? answer.pipe(createBrotliDecompress()) : answer
    const seen: string[] = []
    decoded.on('data', chunk => {
      seen.push(String(chunk))
      rest()
    })
    await once(decoded, 'end')
    expect(seen).toEqual(['<p>ready</p>', '<p>late</p>'])
  }
})

test('a stream is passed on however long its parts, and canceled when the reader leaves; what renders a page hears of that, too', async () => {
  const long = Buffer.alloc(3_000_000, piece)
  const parts = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(long)
      controller.enqueue(long)
      controller.close()
    },
  })
  await using whole = await serve(parts, 'gzip')
  expect(gunzipSync(Buffer.concat(await whole.chunks())).length).toBe(2 * long.length)
  const canceled = vi.fn()
  const stream = () =>
    new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(Buffer.from('beginning')),
      cancel: canceled,
    })
  await using streaming = await serve(stream())
  ;(await streaming.ask()).destroy()
  await vi.waitFor(() => expect(canceled).toHaveBeenCalled(), { timeout: patience })

  const closed = vi.fn()
  await using rendering = await serve(destination => {
    destination.once('close', closed)
    destination.write(Buffer.from('beginning'))
    ;(destination as Destination).flush()
  }, 'zstd')
  ;(await rendering.ask()).destroy()
  await vi.waitFor(() => expect(closed).toHaveBeenCalled(), { timeout: patience })
})

async function serve(body: PageBody, coding?: PageCoding) {
  const server = createServer((_, response) => void sendBody(response, body, coding)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = () => new Promise<IncomingMessage>(resolve => get({ port, host: '127.0.0.1' }, resolve))
  return {
    ask,
    async chunks() {
      const all: Buffer[] = []
      for await (const chunk of await ask()) all.push(chunk)
      return all
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
