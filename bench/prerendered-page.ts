import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask } from './ask.ts'
import type { Bench, BenchOptions } from './harness.ts'
import { type LoadFigures, load } from './load.ts'
import { startNginx } from './nginx.ts'
import { figure, type Outcome } from './outcome.ts'
import { ratioOf, spreadOf } from './statistics.ts'
import { inTurns } from './turns.ts'
import type { BarePage } from './yardsticks/bare-page.ts'
import { startYardstick } from './yardsticks/start.ts'

const connections = 64
const seconds = 3
/** Chromium's header. */
const browser = { 'Accept-Encoding': 'gzip, deflate, br, zstd' }
/** Set by Node and nginx themselves. */
const ownFields = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']

/**
 * Measures the home page, served to every visitor as prerendered. For comparison: a bare Node server and nginx, each
 * with the same bytes and headers.
 */
export async function prerenderedPage({ server }: Bench, { turns }: BenchOptions): Promise<Outcome> {
  const { headers, body } = await readPage(`${server.url}/`)
  const folder = await mkdtemp(join(tmpdir(), 'promissory-bench-'))
  const bare = await startYardstick('bare-page.ts', { headers, body: body.toString('base64') } satisfies BarePage)
  const nginx = await startNginx(folder, headers)
  try {
    if (nginx) await writeFile(join(folder, 'files/page'), body)
    const of = (url: string) => () => load(url, { connections, seconds, headers: browser })
    const subjects = { site: of(`${server.url}/`), bare: of(bare.url) }
    const taken = nginx
      ? await inTurns({ ...subjects, nginx: of(`${nginx.url}/page`) }, turns)
      : await inTurns(subjects, turns)
    return outcomeOf(taken, body.length)
  } finally {
    await bare.stop()
    await nginx?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Taken {
  site: LoadFigures[]
  bare: LoadFigures[]
  nginx?: LoadFigures[]
}

function outcomeOf({ site, bare, nginx }: Taken, bytes: number): Outcome {
  const work = `Prerendered page, ${connections} connections`
  const middle = (taken: LoadFigures[], of: (figures: LoadFigures) => number) => figure(spreadOf(taken.map(of)).median)
  const rate = ({ perSecond }: LoadFigures) => perSecond
  const p99 = ({ p99 }: LoadFigures) => p99
  const compressed = `${figure(bytes / 1000)} KB compressed`
  const findings: Outcome['findings'] = [
    {
      work: `${work}: requests per second, against bare Node`,
      value: ratioOf(site, bare, rate),
      unit: '×',
      goal: { atLeast: 0.65 },
      behind: `${middle(site, rate)}/s; bare Node ${middle(bare, rate)}/s; ${compressed}`,
    },
    {
      work: `${work}: p99, against bare Node`,
      value: ratioOf(site, bare, p99),
      unit: '×',
      goal: { atMost: 3 },
      behind: `${middle(site, p99)} ms; bare Node ${middle(bare, p99)} ms`,
    },
  ]
  if (nginx) {
    findings.push({
      work: `${work}: requests per second, against nginx`,
      value: ratioOf(site, nginx, rate),
      unit: '×',
      behind: `nginx ${middle(nginx, rate)}/s, p99 ${middle(nginx, p99)} ms`,
    })
  }
  return { findings }
}

/** @returns a page as sent to a browser, without headers that a server sets itself */
async function readPage(url: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const chunks: Buffer[] = []
  const answer = await ask(url, { headers: browser, status: 200, onData: chunk => chunks.push(chunk) })
  const fields = Object.entries(answer.headers).filter(([name]) => !ownFields.includes(name))
  return {
    headers: Object.fromEntries(fields.map(([name, value]) => [name, String(value)])),
    body: Buffer.concat(chunks),
  }
}
