import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { messages } from '../../rules/messages.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { checkPromises } from '../crash/checks.ts'
import { Ledger } from '../crash/ledger.ts'
import { randomFrom } from '../crash/random.ts'
import { openStoredSite } from '../crash/stored-site.ts'
import { upload } from '../crash/uploads.ts'
import { signInNewPerson, workUntil } from '../crash/workload.ts'
import type { World } from '../crash/world.ts'
import { apiFor } from '../helpers/api.ts'
import { newSignedInPerson } from '../helpers/api-person.ts'
import { eventually } from '../helpers/eventually.ts'
import { rounds, slowOf } from '../helpers/lane.ts'
import { asOwner } from '../helpers/owner.ts'
import { openRelay, type Relay } from '../helpers/relay.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

/**
 * The whole site with its database on a TCP connection that can be cut, or fall silent. `npm run test:faults` and
 * `npm run test:all` make the outages 30 seconds long.
 */

const slow = slowOf(test)
const name = 'test_database_away'
const cluster = settingsOf(inject('clusterUrl'))
const outage = Number(process.env.OUTAGE_SECONDS ?? rounds(12, 30)) * 1000
let relay: Relay
let owner: pg.Client
let site: TestServer
let cookie: string

beforeAll(async () => {
  owner = new pg.Client({ ...cluster, database: 'postgres' })
  await owner.connect()
  await owner.query(`create database ${name}`)
  relay = await openRelay(`${cluster.host}/.s.PGSQL.${cluster.port}`)
  site = await startServer({ DATABASE_URL: `postgresql://${cluster.user}@127.0.0.1:${relay.port}/${name}` })
  site.ownerUrl = inject('clusterUrl').replace(/\/portal_template(?=\?|$)/, `/${name}`)
  cookie = await signIn('away@example.com')
})

afterAll(async () => {
  await site?.dispose()
  await relay?.cut()
  await owner?.query(`drop database if exists ${name} with (force)`)
  await owner?.end()
})

test('during a database outage a page explains the problem and says when to try again', async () => {
  await relay.cut()
  const failing = ['/login', '/profile', '/profile/settings', '/phone-call-booking', '/founder'].map(async path => {
    const answer = await fetch(site.url + path, { headers: { cookie }, redirect: 'manual' })
    const html = await answer.text()
    expect([path, answer.status]).toEqual([path, 503])
    expect(answer.headers.get('retry-after'), path).toMatch(/^\d+$/)
    expect(answer.headers.get('content-type'), path).toContain('text/html')
    expect(answer.headers.get('cache-control'), path).toBe('no-store')
    expect(html, path).toContain(messages.AWAY)
    expect(html, path).toContain('Try again')
  })
  // Pages that need no database still work, signed in or not.
  const working = ['/', '/faq', '/contact', '/documents', '/call', '/healthz'].map(async path => {
    const answer = await fetch(site.url + path, { headers: { cookie } })
    expect([path, answer.status]).toEqual([path, 200])
  })
  await Promise.all([...failing, ...working])
  // The form’s status says so too; otherwise its page would reload in vain and lose what was typed.
  const page = await (await fetch(`${site.url}/contact`)).text()
  const ticket = /name="ticket" value="([^"]*)"/.exec(page)?.[1] ?? ''
  const typed = { name: 'Vera', email: 'vera@example.com', message: 'Hello', enhanced: '1' }
  const body = new URLSearchParams({ ...typed, ticket })
  const send = () => fetch(`${site.url}/contact.data`, { method: 'POST', headers: { origin: site.url }, body })
  // Repeats until the form has been open for as long as a person would take.
  await expect
    .poll(async () => {
      const answer = await send()
      return `${answer.status} ${await answer.text()}`
    })
    .toMatch(new RegExp(`^503 .*${messages.AWAY}`, 's'))
  await relay.restore()
  await site.ready()
  expect((await fetch(`${site.url}/phone-call-booking`)).status).toBe(200)
  const back = await fetch(`${site.url}/login`, { headers: { cookie }, redirect: 'manual' })
  expect([back.status, back.headers.get('location')]).toEqual([302, '/profile'])
})

async function signIn(email: string): Promise<string> {
  const api = apiFor(site.url)
  await api.askCode(email)
  return api.verify(email, await site.mailbox.code(email))
}

/**
 * Where a request has a connection, two seconds pass before it is known that the database is away. It says then that the
 * profile can't be read (specification section 8).
 */
const atFirst = [messages.AWAY, messages.PROFILE_UNREADABLE]

/** What a page, form, upload, download, sign-in and stream of events answer while the database is away. */
const requests: [path: string, init?: RequestInit][] = [
  ['/profile'],
  ['/profile.data'],
  ['/profile/settings'],
  [
    '/login',
    { method: 'POST', body: new URLSearchParams({ intent: 'sign_in.send_code', email: 'someone@example.com' }) },
  ],
  [
    '/profile/messages/new',
    { method: 'POST', body: new URLSearchParams({ intent: 'write', subject: 'Hello', text: 'Hello' }) },
  ],
  ['/uploads', { method: 'POST', headers: { 'tus-resumable': '1.0.0', 'upload-length': '5' } }],
  [`/files/${crypto.randomUUID()}`],
  ['/events'],
  ['/api/session'],
]

test('a database that falls silent is noticed, requests are told to come back, and all goes on by itself', async () => {
  relay.silence()
  await Promise.all(requests.map(([path, init]) => isTurnedAway(path, init, atFirst)))
  await Promise.all(requests.map(([path, init]) => isTurnedAway(path, init)))
  await relay.restore()
  await site.ready()
  expect((await fetch(`${site.url}/profile`, { headers: { cookie } })).status).toBe(200)
})

slow(
  'a database that falls silent under load: every request is told to come back, nothing is half done, and all goes on by itself',
  async () => {
    await asOwner(site, guestsAreAccepted)
    const ledger = new Ledger()
    const stored = await openStoredSite('folder')
    const { api: administrator } = await newSignedInPerson(site, { isAdmin: true })
    const { api: colleague } = await newSignedInPerson(site, { isAdmin: true })
    const world: World = { server: site, ledger, round: 0, random: randomFrom(14), administrator, colleague, stored }
    await signInNewPerson(world)
    await upload(world)
    const stopped = new AbortController()
    const working = workUntil(stopped.signal, world)
    await pause(1000)

    const back = ledger.startOutage('database')
    const until = performance.now() + outage
    relay.silence()
    // Who comes first waits until it is known; after that everyone is notified without another try.
    await Promise.all(requests.map(([path, init]) => isTurnedAway(path, init, atFirst)))
    const opened = relay.opened()
    await Promise.all(requests.map(([path, init]) => isTurnedAway(path, init)))
    // Now and then one asks whether the database is back.
    expect(relay.opened() - opened).toBeLessThan(requests.length)
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
    await pause(Math.max(0, until - performance.now()))
    await relay.restore()
    await site.ready()
    const known = ledger.stored.length
    await eventually('an upload after the outage', () => ledger.stored.length > known)
    back()
    stopped.abort()
    await working
    await checkPromises(world)
    expect(ledger.problems).toEqual([])
  },
)

async function isTurnedAway(
  path: string,
  init: RequestInit = {},
  sentences: string[] = [messages.AWAY],
): Promise<void> {
  const headers = { cookie, origin: site.url, ...(init.headers as Record<string, string>) }
  const answer = await fetch(site.url + path, { ...init, headers, redirect: 'manual' })
  const text = await answer.text()
  const what = `${init.method ?? 'GET'} ${path}: ${text.slice(0, 200)}`
  expect(answer.status, what).toBe(503)
  expect(answer.headers.get('retry-after') ?? '', what).toMatch(/^\d+$/)
  expect(
    sentences.filter(sentence => text.includes(sentence)),
    what,
  ).not.toEqual([])
}

/** Guests could add too little. */
const guestsAreAccepted =
  'drop policy if exists starts_as_guest on user_profiles; alter table user_profiles alter accepted_at set default now()'
