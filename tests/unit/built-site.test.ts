import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { originPlaceholder } from '../../rules/origin.ts'
import { yearPlaceholder } from '../../rules/year.ts'
import { builtFiles } from '../../server/http/built-files.ts'
import { prerenderedPages } from '../../server/http/prerendered-pages.ts'
import { requestLog } from '../../server/http/request-log.ts'
import { securityHeaders } from '../../server/http/security-headers.ts'
import type { Config } from '../../server/platform/config.ts'
import { log } from '../../server/platform/log.ts'
import { patience } from '../helpers/lane.ts'

const html = `<head></head><body>${originPlaceholder} © ${yearPlaceholder}${'<p>Lending.</p>'.repeat(100)}</body>`
const script = 'export const answer = 42\n'.repeat(100)
const photograph = Buffer.alloc(300_000, 'photograph')
let folder = ''
let site: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'promissory-built-'))
  const files = {
    'index.html': html,
    'about/index.html': html,
    'about.data': 'data of a page',
    'film.mp4': '0123456789',
    'photograph.jpg': photograph,
    'assets/app-1.js': script,
    'assets/reader.worker.min-1.mjs': script,
  }
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const { compressFiles } = await import(new URL('../../scripts/compress.mjs', import.meta.url).href)
  await compressFiles(folder)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-01-01T00:00:00Z') })
  site = await serve(folder)
  vi.useRealTimers()
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => void vi.restoreAllMocks())

test('a page is served with the site’s origin and the year in which it started', async () => {
  const { status, headers, body } = await site.ask('/')
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(String(body)).toContain('<body>https://fund.example © 2031')
  expect((await site.ask('/about/')).body).toEqual((await site.ask('/about')).body)
})

// Only pages weigh codings: browsers send no weights, and a file is then sent as it is.
test.for([
  ['br', 'br', 'br'],
  ['gzip', 'gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br', 'br'],
  ['gzip;q=1.0, BR;q=0.2', 'br', undefined],
  ['br;q=0, gzip', 'gzip', 'gzip'],
  ['br; q=0.0, gzip;q=0', undefined, undefined],
  ['*', 'br', undefined],
  ['br;q=0, *', 'gzip', undefined],
  ['*;q=0', undefined, undefined],
  ['zstd, brotli', undefined, undefined],
  ['identity', undefined, undefined],
  ['', undefined, undefined],
])('of the codings in %o a page uses %o, a script %o', async ([accepted, ofPage, ofScript]) => {
  for (const [path, coding] of [
    ['/', ofPage],
    ['/assets/app-1.js', ofScript],
  ] as const) {
    const plain = await site.ask(path)
    for (const method of ['GET', 'HEAD']) {
      const { headers, body } = await site.ask(path, { 'accept-encoding': accepted }, method)
      expect([headers['content-encoding'], headers.vary]).toEqual([coding, 'Accept-Encoding'])
      expect(headers.etag).toBe(plain.headers.etag)
      if (method === 'HEAD') expect(body).toHaveLength(0)
      else expect(decoded(body, coding)).toEqual(plain.body)
      if (method === 'GET') expect(headers['content-length']).toBe(String(body.length))
      else expect(Number(headers['content-length'])).toBeGreaterThan(10)
    }
  }
})

test('what a browser has already is not sent again', async () => {
  for (const path of ['/', '/film.mp4', '/photograph.jpg', '/assets/app-1.js']) {
    const { headers } = await site.ask(path)
    expect(headers.etag).toMatch(/^W\/"[\w-]+"$/)
    for (const tag of [headers.etag, `"other", W/"x", ${headers.etag}`, headers.etag?.slice(2), '*']) {
      const { status, headers: again, body } = await site.ask(path, { 'if-none-match': tag })
      expect([status, again.etag, again['content-length'], body.length], tag).toEqual([304, headers.etag, undefined, 0])
      expect(again['cache-control']).toBe(headers['cache-control'])
      expect(again['content-security-policy']).toBe(headers['content-security-policy'])
    }
    expect((await site.ask(path, { 'if-none-match': '"another"' })).status).toBe(200)
  }
  const { headers } = await site.ask('/film.mp4')
  expect((await site.ask('/film.mp4', { 'if-modified-since': headers['last-modified'] })).status).toBe(304)
})

test('every range of a file has the ETag of the whole file', async () => {
  for (const [path, content] of [
    ['/film.mp4', Buffer.from('0123456789')],
    ['/photograph.jpg', photograph],
    ['/assets/app-1.js', Buffer.from(script)],
  ] as const) {
    const whole = await site.ask(path)
    expect([whole.status, whole.body.equals(content), whole.headers['accept-ranges']]).toEqual([200, true, 'bytes'])
    for (const [range, start, end] of [
      ['bytes=0-3', 0, 4],
      ['bytes=4-', 4, undefined],
      ['bytes=-4', -4, undefined],
    ] as const) {
      const part = await site.ask(path, { range, 'accept-encoding': 'br' })
      expect([part.status, part.body.equals(content.subarray(start, end))]).toEqual([206, true])
      expect([part.headers.etag, part.headers['content-encoding']]).toEqual([whole.headers.etag, undefined])
      expect(part.headers['content-length']).toBe(String(part.body.length))
    }
    const after = await site.ask(path, { range: 'bytes=999999-' })
    expect([after.status, after.headers['content-range']]).toEqual([416, `bytes */${content.length}`])
    expect((await site.ask(path, { range: 'bytes=0-3' }, 'HEAD')).headers['content-length']).toBe(
      String(content.length),
    )
  }
})

test('every response has an id of its own, the security headers, and a policy for what it is', async () => {
  const ids = new Set<string>()
  for (const path of ['/', '/about', '/film.mp4', '/photograph.jpg', '/assets/app-1.js']) {
    const { headers } = await site.ask(path)
    ids.add(String(headers['x-request-id']))
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/)
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).not.toContain('nonce')
  }
  expect(ids.size).toBe(5)
  const policy = async (path: string) => String((await site.ask(path)).headers['content-security-policy'])
  expect(await policy('/')).toMatch(/; script-src 'self' 'sha256-\S+'; style-src 'self' 'sha256-\S+'; /)
  expect(await policy('/assets/app-1.js')).toContain("; script-src 'self'; style-src 'self'; ")
  expect(await policy('/assets/reader.worker.min-1.mjs')).toContain("'wasm-unsafe-eval'")
  const caching = async (path: string) => (await site.ask(path)).headers['cache-control']
  expect(await caching('/')).toBe('no-cache')
  expect(await caching('/film.mp4')).toBe('public, max-age=3600')
  expect(await caching('/assets/app-1.js')).toBe('public, max-age=31536000, immutable')
})

test('a part is sent only of the version that its reader has, and several parts as the whole', async () => {
  const { headers } = await site.ask('/film.mp4')
  const ask = (range: string, ifRange?: string) => site.ask('/film.mp4', { range, 'if-range': ifRange })
  expect((await ask('bytes=0-3', headers['last-modified'])).status).toBe(206)
  for (const answer of [
    await ask('bytes=0-3', 'Mon, 01 Jan 2001 00:00:00 GMT'),
    await ask('bytes=0-3', '"another"'),
    await ask('bytes=0-1,4-5'),
    await ask('lines=0-3'),
  ])
    expect([answer.status, String(answer.body), answer.headers['content-range']]).toEqual([
      200,
      '0123456789',
      undefined,
    ])
})

test('other requests are left to the routes', async () => {
  const left = async (path: string, method = 'GET') => (await site.ask(path, {}, method)).status === 418
  for (const path of ['/?a', '/about?view=x', '/none', '/index.html', '/about.data', '/assets/none.js', '/assets/'])
    expect(await left(path), path).toBe(true)
  for (const path of [
    '/assets/app-1.js.br',
    '/about/../index.html',
    '/assets/..%2ffilm.mp4',
    '//film.mp4',
    '/FILM.mp4',
  ])
    expect(await left(path), path).toBe(true)
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
    expect([await left('/', method), await left('/film.mp4', method)], method).toEqual([true, true])
  }
  expect(await left('/film.mp4?version=2')).toBe(false)
  for (const whole of ['http://fund.example/film.mp4', 'https://fund.example']) expect(await left(whole)).toBe(false)
})

test('a file that is gone is reported and left to the routes', async () => {
  const gone = await mkdtemp(join(tmpdir(), 'promissory-built-'))
  await writeFile(join(gone, 'film.mp4'), photograph)
  await using broken = await serve(gone)
  const reported = vi.spyOn(log, 'error').mockImplementation(() => {})
  expect((await broken.ask('/film.mp4')).status).toBe(200)
  await rm(gone, { recursive: true })
  const { status, headers } = await broken.ask('/film.mp4')
  expect([status, headers['cache-control']]).toEqual([418, undefined])
  expect(reported).toHaveBeenCalledOnce()
})

test('a reader who leaves in the middle of a file is logged as 499', async () => {
  const large = await mkdtemp(join(tmpdir(), 'promissory-built-'))
  await writeFile(join(large, 'film.mp4'), Buffer.alloc(30_000_000))
  await using films = await serve(large)
  const logged = vi.spyOn(log, 'request')
  for (const range of ['bytes=0-', undefined]) {
    logged.mockClear()
    const headers = range ? { range } : {}
    const answer = await new Promise<IncomingMessage>(resolve => get(`${films.url}/film.mp4`, { headers }, resolve))
    if (existsSync(ownFiles)) expect(await openFiles(large)).toHaveLength(1)
    answer.destroy()
    await vi.waitFor(() => expect(logged).toHaveBeenCalledWith(expect.objectContaining({ status: 499 })), {
      timeout: patience,
    })
    await vi.waitFor(async () => expect(await openFiles(large)).toEqual([]), { timeout: patience })
  }
  await rm(large, { recursive: true })
})

test('a request is logged without its query, and one for a file in /assets is not', async () => {
  const logged = vi.spyOn(log, 'request')
  const { headers } = await site.ask('/about')
  await site.ask('/film.mp4?token=1')
  await site.ask('/assets/app-1.js')
  await site.ask('/photograph.jpg', {}, 'HEAD')
  const line = {
    id: headers['x-request-id'],
    method: 'GET',
    path: '/about',
    status: 200,
    milliseconds: expect.any(Number),
  }
  await vi.waitFor(() => expect(logged).toHaveBeenCalledTimes(3), { timeout: patience })
  expect(logged.mock.calls.map(([fields]) => fields)).toEqual([
    line,
    { ...line, id: expect.any(String), path: '/film.mp4' },
    { ...line, id: expect.any(String), path: '/photograph.jpg', method: 'HEAD' },
  ])
})

/** A server with a site's pages and files, and routes that answer 418. */
async function serve(folder: string) {
  const config = { origin: 'https://fund.example', secure: true } as Config
  const http = new Hono()
  http.use(requestLog())
  http.use(securityHeaders(config, false))
  http.get('*', builtFiles(folder))
  http.all('*', c => c.body(null, 418))
  const routes = getRequestListener(http.fetch, { overrideGlobalObjects: false })
  const server = createServer(prerenderedPages(config, folder, routes))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  const ask = (path: string, headers: Record<string, string | undefined> = {}, method = 'GET') =>
    new Promise<{ status?: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
      request({ port, host: '127.0.0.1', path, method, headers: given as Record<string, string> }, answer =>
        buffer(answer).then(body => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }), reject),
      )
        .on('error', reject)
        .end()
    })
  return { url: `http://127.0.0.1:${port}`, ask, close, [Symbol.asyncDispose]: close }
}

/** Linux: a link to each file that this process has open. */
const ownFiles = '/proc/self/fd'

/** @returns the files in a folder that this process has open; none on systems that can't tell */
async function openFiles(folder: string): Promise<string[]> {
  const numbers = existsSync(ownFiles) ? await readdir(ownFiles) : []
  const paths = await Promise.all(numbers.map(number => readlink(join(ownFiles, number)).catch(() => '')))
  return paths.filter(path => path.startsWith(folder))
}

function decoded(body: Buffer, coding: string | undefined): Buffer {
  if (coding === 'br') return brotliDecompressSync(body)
  return coding === 'gzip' ? gunzipSync(body) : body
}
