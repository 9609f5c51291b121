import type { Socket } from 'node:net'
import {
  type AbusiveRequest,
  abusiveRequests,
  halfSentForm,
  healthDuring,
  oddRequests,
  openSlowConnections,
  sendMany,
} from '../tests/helpers/abuse.ts'
import { startServer } from '../tests/helpers/server.ts'
import { ask } from './ask.ts'
import { table } from './harness.ts'
import { figure } from './outcome.ts'

/** Promised latencies, in milliseconds. */
const healthTarget = 50
const pageTarget = 1000

const atOnce = 40
const milliseconds = 8000
const slow = 2000

/**
 * Measures how well the site serves others during an attack. Each abusive request is sent by forty clients at once,
 * again and again, while another thread polls `/healthz`. Then two thousand connections send part of a request and
 * wait, from one address and from five hundred, while an ordinary visitor opens a page. Clients are identified by their
 * connections' addresses, so the site runs without a proxy.
 */
export async function abuse(): Promise<void> {
  const site = await startServer({ TRUST_PROXY: '0' })
  try {
    const rows = [['during', 'requests', 'statuses', 'health p50 ms', 'p99 ms', `at most ${healthTarget}`]]
    // Without an attack, for comparison; and once before, to warm up.
    const ordinary: AbusiveRequest = { name: 'ordinary pages', path: '/login' }
    for (const request of [ordinary, ...abusiveRequests, ...oddRequests]) {
      await sendMany(site.url, request, { atOnce, milliseconds: 500 })
      rows.push(await healthRow(site.url, request))
    }
    table(`/healthz while ${atOnce} clients at once send`, rows)
    table(`a page while ${slow} connections are slow`, [
      ['which send', 'from addresses', 'connected', 'slowest of 20 pages, ms', `at most ${pageTarget}`],
      ...(await slowRows(site.url)),
    ])
  } finally {
    await site.dispose()
  }
}

async function healthRow(url: string, request: AbusiveRequest): Promise<string[]> {
  let statuses: number[] = []
  const latencies = await healthDuring(url, async () => {
    statuses = await sendMany(url, request, { atOnce, milliseconds })
  })
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  const kinds = [...new Set(statuses)].sort((one, other) => one - other).join(' ')
  const verdict = at(0.99) <= healthTarget ? 'yes' : 'NO'
  return [request.name, String(statuses.length), kinds, figure(at(0.5)), figure(at(0.99)), verdict]
}

async function slowRows(url: string): Promise<string[][]> {
  const rows: string[][] = []
  for (const [what, text] of [
    ['nothing', ''],
    ['half the headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-'],
    ['half a form', halfSentForm],
  ] as const) {
    for (const perAddress of [slow, 4]) {
      const sockets: Socket[] = await openSlowConnections(url, slow, text, perAddress)
      const pages: number[] = []
      for (let visit = 0; visit < 20; visit++) {
        const began = performance.now()
        // A new connection each time, like an ordinary visitor's.
        await ask(`${url}/login`, { status: 200, headers: { connection: 'close' } })
        pages.push(performance.now() - began)
      }
      const connected = sockets.filter(socket => !socket.destroyed).length
      for (const socket of sockets) socket.destroy()
      const slowest = Math.max(...pages)
      const addresses = String(slow / perAddress)
      rows.push([what, addresses, String(connected), figure(slowest), slowest <= pageTarget ? 'yes' : 'NO'])
    }
  }
  return rows
}
