import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import pg from 'pg'
import { settingsOf } from '../server/database/settings.ts'
import { apiFor, signIn } from '../tests/helpers/api.ts'
import { startServer, type TestServer } from '../tests/helpers/server.ts'

/** The real site with an empty database, and one investor signed in. */
export interface Bench extends AsyncDisposable {
  server: TestServer
  /** The owner's connection, to fill the database. */
  owner: pg.Client
  /** Signs someone in. Returns the Cookie header and the person's id. */
  investor(email: string): Promise<{ cookie: string; id: string }>
}

/** Options of the command line. */
export interface BenchOptions {
  /** Other checkouts, built, for Lighthouse to compare with. */
  against: string[]
  /** Pages for Lighthouse to visit instead of its usual ones. */
  path: string[]
  /** How often Lighthouse visits each. */
  runs?: string
}

export async function openBench(): Promise<Bench> {
  const server = await startServer()
  const owner = new pg.Client(settingsOf(server.ownerUrl))
  await owner.connect()
  return {
    server,
    owner,
    async investor(email) {
      const cookie = await signIn(apiFor(server.url), server.mailbox, email)
      await apiFor(server.url, { cookie }).whoAmI()
      // Not a guest, who may store little.
      const { rows } = await owner.query('update user_profiles set accepted_at = now() where email = $1 returning id', [
        email,
      ])
      return { cookie, id: rows[0].id }
    },
    async [Symbol.asyncDispose]() {
      await owner.end()
      await server.dispose()
    },
  }
}

/** Something to measure. `once` runs it one time and throws where the result is wrong. */
export interface Subject {
  name: string
  once: (agent: Agent) => Promise<unknown>
}

export interface Measured {
  name: string
  /** How many runs, and how many per second over the whole time. */
  count: number
  perSecond: number
  /** Milliseconds. */
  p50: number
  p95: number
  p99: number
}

interface Load {
  /** Parallel runs, each over its own kept connection. */
  concurrency: number
  /** Runs in a turn, and the seconds after which a turn ends anyway. */
  times: number
  seconds: number
  /** The subjects take turns, so that other load on the machine affects all of them. */
  turns: number
}

/** Measures subjects side by side, after a few runs to warm up. */
export async function measure(subjects: Subject[], load: Load): Promise<Measured[]> {
  const taken = subjects.map(() => ({ samples: [] as number[], seconds: 0 }))
  for (let turn = 0; turn <= load.turns; turn++) {
    for (const [index, { once }] of subjects.entries()) {
      const warmUp = turn === 0
      const samples = await oneTurn(once, { ...load, times: warmUp ? Math.ceil(load.times / 10) : load.times })
      if (warmUp) continue
      taken[index]?.samples.push(...samples.latencies)
      if (taken[index]) taken[index].seconds += samples.seconds
    }
  }
  return subjects.map(({ name }, index) => {
    const { samples, seconds } = taken[index] ?? { samples: [], seconds: 0 }
    samples.sort((a, b) => a - b)
    const at = (share: number) => samples[Math.min(samples.length - 1, Math.floor(samples.length * share))] ?? 0
    return {
      name,
      count: samples.length,
      perSecond: samples.length / seconds,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
    }
  })
}

async function oneTurn(once: Subject['once'], { concurrency, times, seconds }: Omit<Load, 'turns'>) {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const latencies: number[] = []
  const began = performance.now()
  let left = times
  const worker = async () => {
    while (left-- > 0 && performance.now() - began < seconds * 1000) {
      const start = performance.now()
      await once(agent)
      latencies.push(performance.now() - start)
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, worker))
    return { latencies, seconds: (performance.now() - began) / 1000 }
  } finally {
    agent.destroy()
  }
}

interface Asked {
  agent?: Agent
  method?: string
  headers?: OutgoingHttpHeaders
  body?: Buffer
  /** The expected status or statuses. */
  status: number | number[]
  /** Gets every chunk of the response. */
  onData?: (chunk: Buffer) => void
}

/** Sends a request and reads the whole response. @returns its headers, and its length in bytes */
export function ask(url: string, { agent, method = 'GET', headers, body, status, onData }: Asked) {
  return new Promise<{ headers: NodeJS.Dict<string | string[]>; bytes: number }>((resolve, reject) => {
    const asked = request(url, { agent, method, headers }, answer => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        onData?.(chunk)
      })
      answer.on('error', reject)
      answer.on('end', () => {
        if ([status].flat().includes(answer.statusCode ?? 0)) resolve({ headers: answer.headers, bytes })
        else
          reject(new Error(`${method} ${url} returned ${answer.statusCode} instead of ${[status].flat().join(' or ')}`))
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Prints a table with the first column left-aligned and all others right-aligned. */
export function table(title: string, rows: string[][]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0))) ?? []
  console.log(`\n${title}`)
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    console.log(`  ${cells.join('   ')}`)
  }
}

/** Formats a number with three significant digits. */
export function figure(value: number): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(Math.abs(value), 0.01))))
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
