import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { socketFolder, socketPort } from '../server/database/embedded/socket.ts'
import { startServer } from '../tests/helpers/server.ts'
import { ask } from './ask.ts'
import type { Bench, BenchOptions } from './harness.ts'
import { investorWithDocuments } from './investor-documents.ts'
import { figure, type Outcome } from './outcome.ts'
import { type Relay, startRelay } from './relay.ts'
import { percentile, type Spread, spreadOf } from './statistics.ts'
import { inTurns } from './turns.ts'

/** Milliseconds in each direction. */
const delay = 20
const times = 5
const paths = ['/profile.data', '/profile', '/api/session']

/**
 * Counts the sequential database round trips of a portal's read: a second server of the same site connects through a
 * relay that delays everything, and each round trip adds one delay in both directions, which is measured with a single
 * statement. Parallel statements count as one.
 */
export async function exchanges(bench: Bench, { turns }: BenchOptions): Promise<Outcome> {
  const { dataDir } = bench.server
  const { cookie } = await investorWithDocuments(bench, 'far.away@example.com', 1000)
  await using relay = await startRelay(join(socketFolder(dataDir), `.s.PGSQL.${socketPort}`))
  const database = `postgresql://promissory@127.0.0.1:${relay.port}/promissory`
  const secret = (await readFile(join(dataDir, 'auth-secret'), 'utf8')).trim()
  const site = await startServer({ DATABASE_URL: database, AUTH_SECRET: secret })
  const client = new pg.Client(database)
  try {
    await client.connect()
    const statement = () => client.query('select 1')
    const request = (path: string) => () => ask(site.url + path, { headers: { cookie }, status: 200 })
    const subjects = { statement: () => added(relay, statement) } as Record<string, () => Promise<number>>
    for (const path of paths) subjects[path] = () => added(relay, request(path))
    const taken = await inTurns(subjects, turns)
    const roundTrip = spreadOf(taken.statement ?? []).median
    return { findings: paths.map(path => finding(path, spreadOf(taken[path] ?? []), roundTrip)) }
  } finally {
    await client.end()
    await site.dispose()
  }
}

function finding(path: string, { median, least, most }: Spread, roundTrip: number): Outcome['findings'][number] {
  return {
    work: `Exchanges with the database, one after the other, for ${path}`,
    value: { median: median / roundTrip, least: least / roundTrip, most: most / roundTrip },
    unit: 'exchanges',
    goal: { atMost: 3 },
    behind: `${figure(median)} ms longer where an exchange takes ${figure(roundTrip)} ms longer`,
  }
}

async function added(relay: Relay, once: () => Promise<unknown>): Promise<number> {
  const middle = async (delay: number) => {
    relay.delay = delay
    const latencies: number[] = []
    for (let time = 0; time < times; time++) {
      const began = performance.now()
      await once()
      latencies.push(performance.now() - began)
    }
    relay.delay = 0
    return percentile(latencies, 0.5)
  }
  const without = await middle(0)
  return (await middle(delay)) - without
}
