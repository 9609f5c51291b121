import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { messages } from '../../rules/messages.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { apiFor } from '../helpers/api.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

/** The whole site with its database on a TCP connection that can be cut. */

const name = 'test_database_away'
const cluster = settingsOf(inject('clusterUrl'))
let tunnel: Tunnel
let owner: pg.Client
let site: TestServer
let cookie: string

beforeAll(async () => {
  owner = new pg.Client({ ...cluster, database: 'postgres' })
  await owner.connect()
  await owner.query(`create database ${name}`)
  tunnel = await openTunnel(`${cluster.host}/.s.PGSQL.${cluster.port}`)
  site = await startServer({ DATABASE_URL: `postgresql://${cluster.user}@127.0.0.1:${tunnel.port}/${name}` })
  cookie = await signIn('away@example.com')
}, 90_000)

afterAll(async () => {
  await site?.dispose()
  await tunnel?.cut()
  await owner?.query(`drop database if exists ${name} with (force)`)
  await owner?.end()
})

test('during a database outage a page explains the problem and says when to try again', {
  timeout: 120_000,
}, async () => {
  await tunnel.cut()
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
    .poll(
      async () => {
        const answer = await send()
        return `${answer.status} ${await answer.text()}`
      },
      { timeout: 10_000 },
    )
    .toMatch(new RegExp(`^503 .*${messages.AWAY}`, 's'))
  await tunnel.restore()
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

interface Tunnel {
  port: number
  cut(): Promise<void>
  restore(): Promise<void>
}

/** Opens a TCP port that forwards to a local socket until it is cut. */
async function openTunnel(socket: string): Promise<Tunnel> {
  const ends = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(socket)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one)
      one.on('error', () => other.destroy()).on('close', () => other.destroy() && ends.delete(one))
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    port,
    async cut() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const end of ends) end.destroy()
      await closed
    },
    async restore() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}
