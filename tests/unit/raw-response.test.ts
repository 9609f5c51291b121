import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { afterEach, expect, test, vi } from 'vitest'
import { RESPONSE_ALREADY_SENT, takeOver } from '../../server/http/raw-response.ts'
import { requestLog } from '../../server/http/request-log.ts'
import { securityHeaders } from '../../server/http/security-headers.ts'
import type { Config } from '../../server/platform/config.ts'
import { log } from '../../server/platform/log.ts'
import { patience } from '../helpers/lane.ts'

afterEach(() => void vi.restoreAllMocks())

test('a response that a route writes itself has the headers of every other and is logged when it ends', async () => {
  const logged = vi.spyOn(log, 'request')
  await using site = await serve(c => {
    c.header('Set-Cookie', 'a=1', { append: true })
    c.header('Set-Cookie', 'b=2', { append: true })
    const response = takeOver(c, 206, {
      'Content-Type': 'text/x',
      'X-Frame-Options': 'SAMEORIGIN',
      'Content-Length': 4,
    })
    response.write('12')
    setTimeout(() => response.end('34'), 20)
    return RESPONSE_ALREADY_SENT
  })
  const answer = await fetch(`${site.url}/a?b`)
  const { headers } = answer
  expect([answer.status, await answer.text()]).toEqual([206, '1234'])
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect([headers.get('content-type'), headers.get('x-frame-options')]).toEqual(['text/x', 'SAMEORIGIN'])
  expect(headers.get('content-security-policy')).toContain("script-src 'self' 'nonce-")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  await vi.waitFor(() => expect(logged).toHaveBeenCalled(), { timeout: patience })
  const id = headers.get('x-request-id')
  const line = { id, method: 'GET', path: '/a', status: 206, milliseconds: expect.any(Number) }
  expect(logged.mock.calls).toEqual([[line]])
  const other = await fetch(site.url)
  expect([await other.text(), other.headers.get('x-request-id') === id]).toEqual(['1234', false])
  expect((await fetch(site.url, { method: 'HEAD' })).headers.get('content-length')).toBe('4')
})

test('a reader who leaves is logged as 499, unless the response has no end of its own', async () => {
  const logged = vi.spyOn(log, 'request')
  for (const [endless, status] of [
    [false, 499],
    [true, 200],
  ] as const) {
    logged.mockClear()
    await using site = await serve(c => {
      takeOver(c, 200, {}, { endless }).write('beginning')
      return RESPONSE_ALREADY_SENT
    })
    const answer = await new Promise<IncomingMessage>(resolve => get(site.url, resolve))
    answer.destroy()
    await vi.waitFor(() => expect(logged).toHaveBeenCalledWith(expect.objectContaining({ status })), {
      timeout: patience,
    })
    expect(logged).toHaveBeenCalledOnce()
  }
})

async function serve(handler: (c: Context) => Response) {
  const http = new Hono()
  http.use(requestLog())
  http.use(securityHeaders({ secure: false } as Config, false))
  http.all('*', handler)
  const server = createServer(getRequestListener(http.fetch, { overrideGlobalObjects: false })).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
