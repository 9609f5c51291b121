import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkForm, streamsPerSession } from '../../rules/limits.ts'
import {
  type AbusiveRequest,
  abusiveRequests,
  halfSentForm,
  healthDuring,
  oddRequests,
  openSlowConnections,
  send,
  sendMany,
} from '../helpers/abuse.ts'
import { newSignedInPerson, type Person } from '../helpers/api-person.ts'
import { eventually } from '../helpers/eventually.ts'
import { rounds, someOf } from '../helpers/lane.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

let site: TestServer
let person: Person
/** Someone whose session need not last. */
let leaver: Person
beforeAll(async () => {
  // Clients are known by their connections' addresses.
  site = await startServer({ TRUST_PROXY: '0' })
  person = await newSignedInPerson(site)
  leaver = await newSignedInPerson(site)
})
afterAll(() => site?.dispose())

// `npm run bench -- abuse` measures how soon others are answered meanwhile.
test.for(someOf(abusiveRequests.slice(0, 4), abusiveRequests))(
  'the site answers others while forty clients send $name',
  async abusive => {
    let statuses: number[] = []
    const answered = await healthDuring(site.url, async () => {
      statuses = await sendMany(site.url, abusive, { atOnce: 40, milliseconds: rounds(0, 500) })
    })
    expect(statuses.filter(status => status >= 500)).toEqual([])
    expect(answered).not.toEqual([])
  },
)

test('odd requests within every limit are answered like any other', async () => {
  for (const odd of oddRequests) expect(await send(site.url, odd), odd.name).toBeLessThan(500)
})

test('too many fields, too many bytes and too long an address are refused with a sentence', async () => {
  const post = async (body: string, cookie = '') => {
    // The server closes a connection soon after it refused to read a request body.
    const headers = {
      origin: site.url,
      cookie,
      'Content-Type': 'application/x-www-form-urlencoded',
      connection: 'close',
    }
    const answer = await fetch(`${site.url}/login`, { method: 'POST', headers, body })
    return [answer.status, (await answer.json()).code]
  }
  expect(await post('a&'.repeat(300))).toEqual([400, 'FORM_FIELDS'])
  expect(await post('a&'.repeat(400_000), person.api.cookie)).toEqual([400, 'FORM_FIELDS'])
  expect(await post('a'.repeat(200_000))).toEqual([413, 'FORM_LARGE'])
  expect(await post('a'.repeat(bulkForm.bytes + 1), person.api.cookie)).toEqual([413, 'FORM_LARGE'])
  const long = await fetch(`${site.url}/${'a'.repeat(2000)}`)
  expect([long.status, (await long.json()).message]).toEqual([414, expect.stringMatching(/^This address is too long/)])
})

test('an address that cannot be decoded is refused before the router warns of it', async () => {
  const statuses = async (paths: string[]) =>
    Promise.all(paths.map(async path => (await fetch(site.url + path, { redirect: 'manual' })).status))
  expect(await statuses(['/faq%', '/%ff', '/profile/people/%E0%A4%A', '/files/%zz'])).toEqual([400, 400, 400, 400])
  expect(await statuses(['/caf%C3%A9', '/100%25', '/faq?x=%'])).toEqual([404, 404, 200])
})

test('slow connections keep no ordinary visitor from a page, however they are spread', async () => {
  const slow = rounds(600, 2000)
  for (const [text, perAddress] of [
    ['', 4],
    ['GET / HTTP/1.1\r\nHost: localhost\r\nX-', slow],
    [halfSentForm, 4],
  ] as const) {
    const sockets = await openSlowConnections(site.url, slow, text, perAddress)
    expect(await send(site.url, { name: '', method: 'GET', path: '/login' })).toBe(200)
    for (const socket of sockets) socket.destroy()
  }
})

test('a session has a limited number of live updates; the newest page always gets them', async () => {
  const streams = await Promise.all(
    Array.from({ length: streamsPerSession + 5 }, async () => {
      const answer = await person.api.ask(`/events?user=${person.id}`)
      const stream = { ended: false, answer }
      const read = async () => {
        for await (const _ of answer.body ?? []);
      }
      read()
        .catch(() => {})
        .finally(() => {
          stream.ended = true
        })
      return stream
    }),
  )
  await eventually('the end of the oldest', () => streams.filter(({ ended }) => ended).length === 5)
  await wait(200)
  expect(streams.filter(({ ended }) => ended)).toHaveLength(5)
  const latest = await person.api.ask(`/events?user=${person.id}`)
  expect(latest.status).toBe(200)
  await latest.body?.cancel()
  for (const { answer } of streams) await answer.body?.cancel().catch(() => {})
})

const addresses = [
  '/',
  '/faq',
  '/login',
  '/contact',
  '/profile',
  '/profile/documents',
  '/no/such/page',
  '/healthz',
  '/readyz',
  '/assets/none.js',
  '/robots.txt',
  '/unsubscribe',
  '/uploads',
  '/uploads/none',
  '/files/zip',
  '/files/none',
  '/events',
  '/api/session',
  '/api/sign-out',
  '/login.data',
]

test.for(addresses)('%s answers every method and a body of unknown length, and never with a fault', async path => {
  for (const cookie of ['', leaver.api.cookie]) {
    const headers = { cookie, origin: site.url }
    for (const method of ['TRACE', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'PROPFIND', 'HEAD', 'POST']) {
      const status = await send(site.url, { name: '', method, path, headers })
      expect([status >= 200 && status < 500, method, status], method).toEqual([true, method, status])
    }
    const chunked: AbusiveRequest = { name: '', method: 'POST', path, body: 'intent=sign_in.send_code&email=nobody' }
    const type = { 'Content-Type': 'application/x-www-form-urlencoded', 'Transfer-Encoding': 'chunked' }
    const status = await send(site.url, { ...chunked, headers: { ...headers, ...type } })
    expect([status >= 200 && status < 500, status]).toEqual([true, status])
  }
  if (!path.startsWith('/uploads')) {
    expect(await send(site.url, { name: '', method: 'OPTIONS', path })).toBe(204)
    expect(await send(site.url, { name: '', method: 'TRACE', path })).toBe(405)
    expect(await send(site.url, { name: '', method: 'PUT', path, body: 'x' })).toBe(405)
  }
})

test('a form that is sent in pieces of unknown length is read like any other', async () => {
  const text = await new Promise<string>((resolve, reject) => {
    const headers = { origin: site.url, 'Content-Type': 'application/x-www-form-urlencoded' }
    const sent = request(`${site.url}/login`, { method: 'POST', headers }, async response => {
      let body = ''
      for await (const chunk of response) body += chunk
      resolve(body)
    })
    sent.on('error', reject)
    sent.write('intent=sign_in.send_code&')
    sent.end('email=not-an-address')
  })
  expect(text).toContain('not-an-address')
})

test('a changing request with a cookie must say where it comes from; without one it may come from a program', async () => {
  const send = (headers: Record<string, string>) => fetch(`${site.url}/api/session`, { method: 'POST', headers })
  const { cookie } = person.api
  expect((await send({ cookie })).status).toBe(403)
  expect((await send({ cookie, origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await send({ cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await send({ cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  expect((await send({ cookie, 'sec-fetch-site': 'same-origin', origin: '' })).status).toBe(403)
  expect((await send({ origin: '' })).status).toBe(403)
  expect((await send({ cookie, origin: site.url })).status).toBe(200)
  expect((await send({})).status).toBe(200)
  // Mail services send neither cookie nor origin (RFC 8058).
  expect((await fetch(`${site.url}/unsubscribe?token=none`, { method: 'POST' })).status).toBe(404)
})

test('no cache keeps a page with a nonce for others', async () => {
  for (const [path, expected] of [
    ['/login', 'private, no-cache'],
    ['/contact', 'private, no-cache'],
    ['/faq?x=1', 'private, no-cache'],
    ['/no/such/page', 'private, no-cache'],
  ] as const) {
    const answer = await fetch(site.url + path)
    expect([path, answer.headers.get('cache-control')]).toEqual([path, expected])
    expect(answer.headers.get('content-security-policy')).toContain("'nonce-")
  }
  expect((await person.api.ask('/profile')).headers.get('cache-control')).toBe('no-store')
})
