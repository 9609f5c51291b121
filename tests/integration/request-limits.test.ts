import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { expect, onTestFinished } from 'vitest'
import { createLead } from '../../app/leads/server/lead-limit.ts'
import { bulkForm, freeCodesPerNetwork, messagesPerClient, pagesAtOnce, strangersFiles } from '../../rules/limits.ts'
import type { Actor } from '../../server/access/actor.ts'
import { enforceNetworkLimit, networkOf, networksAround } from '../../server/access/rate-limit.ts'
import { createHttp } from '../../server/http-routes.ts'
import * as operations from '../../server/operations.ts'
import { PortalError } from '../../server/platform/portal-error.ts'
import { eventually } from '../helpers/eventually.ts'
import { type SharedPortal, test } from '../helpers/shared-portal.ts'

test('a form that is too large, or an empty body, is refused with a message and is not a server error', async ({
  portal,
  admin,
}) => {
  const cookie = await portal.sessionOf(admin)
  // The answer arrives before the rest of the form is sent.
  const large = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = {
      Cookie: cookie,
      Origin: portal.config.origin,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': bulkForm.bytes + 1,
    }
    request(`${portal.url}/files/zip`, { method: 'POST', headers }, resolve).on('error', reject).write('ids=')
  })
  expect(large.statusCode).toBe(413)
  expect(await text(large)).toContain('FORM_LARGE')
  const headers = { 'Content-Type': 'application/json' }
  expect((await portal.fetch('/api/sign-out', { method: 'POST', cookie, body: 'null', headers })).status).toBe(200)
})

test('a browser whose form or page is refused before any page is asked gets a page that says why, and a way on', async ({
  portal,
  admin,
}) => {
  const cookie = await portal.sessionOf(admin)
  const headers = { 'Sec-Fetch-Dest': 'document', 'Content-Type': 'application/x-www-form-urlencoded' }
  const body = `words=${'x'.repeat(bulkForm.bytes)}`
  const refused = await portal.fetch('/profile/settings?tab="><script>', { method: 'POST', cookie, headers, body })
  expect(refused.status).toBe(413)
  expect(refused.headers.get('content-type')).toContain('text/html')
  expect(refused.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'nonce-/)
  const page = await refused.text()
  expect(page).toContain('<a href="/profile/settings">Back to the page</a>')
  expect(page).not.toContain('<script>')
})

test('few files of strangers are in memory at once, and of a network fewer than in all', async ({ portal }) => {
  const ip = '198.51.100.7'
  const halfSent = () => {
    const headers = {
      'X-Forwarded-For': ip,
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': 9_000_000,
    }
    const sent = request(`${portal.url}/verify`, {
      method: 'POST',
      agent: false,
      headers: { ...headers, Origin: portal.config.origin },
    })
    sent.on('error', () => {}).write('--x')
    return sent
  }
  const ask = async (from: string) =>
    (await portal.fetch('/verify', { method: 'POST', ip: from, body: new URLSearchParams({ a: '1' }) })).status
  const held = Array.from({ length: strangersFiles.ofNetwork }, halfSent)
  await eventually('a refusal', async () => (await ask(ip)) === new PortalError('PAGES_BUSY').status)
  expect(await ask('198.51.100.8')).toBe(200)
  for (const sent of held) sent.destroy()
  await eventually('room', async () => (await ask(ip)) === 200)
})

test('rate limits count an IPv6 client by its network, however many addresses it has', async ({ portal: _ }) => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('2001:0db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8::9')).toBe('2001:db8:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(networksAround('192.0.2.7')).toEqual([['192.0.2.7', 1]])
  expect(networksAround('2001:db8:1:2fe::9')).toEqual([
    ['2001:db8:1:2fe::/64', 1],
    ['2001:db8:1:200::/56', 4],
    ['2001:db8:1::/48', 16],
  ])
  const ask = (n: number) =>
    operations.sendCode({ ip: `2001:db8:7:7::${n}`, userAgent: '', cookie: '' }, `visitor-${n}@example.com`)
  for (let n = 1; n <= freeCodesPerNetwork; n++) await ask(n)
  await expect(ask(freeCodesPerNetwork + 1)).rejects.toMatchObject({ code: 'RATE_LIMIT' })
})

test('a client with a whole /48 of IPv6 has sixteen times the limit of one network, not 65,536 times', async ({
  portal: _,
}) => {
  const once = { most: 1, window: 60_000, code: 'TOO_MANY_LEADS' } as const
  const look = (network: number) => enforceNetworkLimit('looks', `2001:db8:9:${(network << 4).toString(16)}::1`, once)
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, (_each, n) => look(n)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(16)
})

test('a visitor with a whole /56 of IPv6 sends four times as many messages in a day as one network, not 256 times', async ({
  portal: _,
  domain,
}) => {
  const create = async () => ({ created: true })
  const send = (network: number, n: number) =>
    createLead('message', { ip: `2001:db8:a:${network}::1` }, `visitor-${n}@${domain}`, create)
  for (let n = 0; n < 4 * messagesPerClient; n++) await send(n % 8, n)
  await expect(send(9, -1)).rejects.toMatchObject({ code: 'TOO_MANY_TODAY' })
  expect(await createLead('message', { ip: '2001:db8:a:100::1' }, `visitor@${domain}`, create)).toEqual({
    created: true,
  })
})

/** A site with pages that render until `finish` is called. */
async function pagesThatWait({ config }: SharedPortal) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const rendered: string[] = []
  const readers: (string | undefined)[] = []
  const pages = async ({ url }: Request, { actor }: { actor: Actor | undefined }) => {
    rendered.push(new URL(url).pathname)
    readers.push(actor?.id)
    await promise
    return new Response('a page')
  }
  const { fetch: answer } = createHttp({ config, pages, development: false })
  const server = createServer(getRequestListener(answer, { overrideGlobalObjects: false })).listen(0)
  await once(server, 'listening')
  const received: string[] = []
  server.on('request', ({ url }) => received.push(url ?? ''))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const ask = (path: string, ip: string, cookie = '') =>
    fetch(`http://localhost:${port}${path}`, { headers: { 'X-Forwarded-For': ip, cookie } })
  return { ask, received, rendered, readers, finish: resolve }
}

test('few pages of one network are rendered at a time, while another’s isn’t kept waiting', async ({ portal }) => {
  const { ask, received, rendered, finish } = await pagesThatWait(portal)
  const requested = Array.from({ length: pagesAtOnce + 3 }, (_, n) => ask(`/page-${n}`, '198.51.100.7'))
  await expect.poll(() => received).toHaveLength(requested.length)
  requested.push(ask('/theirs', '203.0.113.9'))
  await expect.poll(() => rendered).toContain('/theirs')
  expect(rendered).toHaveLength(pagesAtOnce + 1)
  finish()
  expect((await Promise.all(requested)).map(({ status }) => status)).toEqual(requested.map(() => 200))
  expect(rendered).toHaveLength(requested.length)
})

test('an investor isn’t kept waiting by others behind their address, nor a network by accounts that guests made', async ({
  portal,
  domain,
  investor,
}) => {
  const guest = await portal.newPerson(`guest@${domain}`, { guest: true })
  const [own, made] = [await portal.sessionOf(investor), await portal.sessionOf(guest)]
  const { ask, received, rendered, finish } = await pagesThatWait(portal)
  const requested = Array.from({ length: pagesAtOnce }, (_, n) => ask(`/guest-${n}`, '198.51.100.7', made))
  await expect.poll(() => rendered).toHaveLength(pagesAtOnce)
  requested.push(ask('/visitor', '198.51.100.7'))
  await expect.poll(() => received).toContain('/visitor')
  requested.push(ask('/investor', '198.51.100.7', own))
  await expect.poll(() => rendered).toContain('/investor')
  expect(rendered).not.toContain('/visitor')
  finish()
  expect((await Promise.all(requested)).map(({ status }) => status)).toEqual(requested.map(() => 200))
})

test('a session that ends while its page waits for its turn is nobody’s by then', async ({ portal, investor }) => {
  const own = await portal.sessionOf(investor)
  const { ask, received, rendered, readers, finish } = await pagesThatWait(portal)
  const requested = Array.from({ length: pagesAtOnce }, (_, n) => ask(`/page-${n}`, '198.51.100.7', own))
  await expect.poll(() => rendered).toHaveLength(pagesAtOnce)
  requested.push(ask('/later', '198.51.100.7', own))
  await expect.poll(() => received).toContain('/later')
  await portal.owner.query('delete from auth.sessions where user_id = $1', [investor.id])
  finish()
  expect((await Promise.all(requested)).map(({ status }) => status)).toEqual(requested.map(() => 200))
  expect(readers).toEqual([...Array.from({ length: pagesAtOnce }, () => investor.id), undefined])
})

test('the site answers no request with two Host headers, which a proxy may read in another way', async ({ portal }) => {
  const { hostname, port } = new URL(portal.url)
  const socket = connect(Number(port), hostname)
  const answer = await text(socket.end('GET / HTTP/1.1\r\nHost: localhost\r\nHost: other.example\r\n\r\n'))
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).not.toContain('a page')
})
