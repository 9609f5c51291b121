import { setTimeout as sleep } from 'node:timers/promises'
import { ask, type Bench, figure, table } from './harness.ts'
import { type LivePage, openStreams } from './live-streams.ts'
import { resident } from './resident.ts'

/** Open pages. */
const counts = [10, 100, 1000, 2000]
/** Changes to one person's documents, one after the other. */
const changes = 200
/** Targets: until a page has heard of a change, in milliseconds, and the server's memory for one, in bytes. */
const most = { delay: 250, memory: 40_000 }

/** What was measured with one number of open pages; times in milliseconds, memory in bytes. */
export interface LivePagesRow {
  pages: number
  /** From just before the change is written until the person's own page has heard of it, database included. */
  heard: number[]
  /** Until the last administrator's page has. */
  administrators: number[]
  /** Until the person's page has also reloaded its list. */
  reloaded: number[]
  /** One statement that changes a document of every person: from its commit until each page has heard of its own. */
  together: number[]
  /** What the server takes for each, beyond what it took before any was open. */
  memory: number
}

/**
 * Measures how soon a change reaches the pages that show it while 10, 100, 1,000 and 2,000 pages of as many people are
 * open, and what an open page costs the server. One page in a hundred is an administrator's, which hears of every
 * change.
 */
export async function livePages(bench: Bench): Promise<LivePagesRow[]> {
  const rows: LivePagesRow[] = []
  // What the first streams load and compile is no page's.
  for (const page of await openStreams(bench.server, 100)) page.close()
  await sleep(2000)
  const before = resident(processOf(bench))
  for (const count of counts) rows.push(await measureOpenPages(bench, count, before))
  table(`A change reaches its page; at most ${most.delay} ms (p99) and ${most.memory / 1000} KB a page`, [
    [
      'open pages',
      'heard p50 ms',
      'p99',
      'administrators p99',
      'list reloaded p50',
      'p99',
      'all at once p99',
      'KB a page',
    ],
    ...rows.map(({ pages, heard, administrators, reloaded, together, memory }) => [
      String(pages),
      figure(percentile(heard, 0.5)),
      figure(percentile(heard, 0.99)),
      figure(percentile(administrators, 0.99)),
      figure(percentile(reloaded, 0.5)),
      figure(percentile(reloaded, 0.99)),
      figure(percentile(together, 0.99)),
      // Of fewer pages, what else the server does meanwhile would count as theirs.
      pages < 1000 ? '–' : figure(memory / 1000),
    ]),
  ])
  return rows
}

async function measureOpenPages(bench: Bench, count: number, before: number): Promise<LivePagesRow> {
  const pages = await openStreams(bench.server, count)
  try {
    await sleep(2000)
    const memory = (resident(processOf(bench)) - before) / count
    const one = { heard: [] as number[], administrators: [] as number[], reloaded: [] as number[] }
    const own = pages.filter(({ isAdministrator }) => !isAdministrator)
    for (let n = 0; n < changes; n++) {
      const page = own[Math.floor(Math.random() * own.length)] as LivePage
      const times = await changeOne(bench, page, pages)
      one.heard.push(times.heard)
      one.administrators.push(times.administrators)
      one.reloaded.push(times.reloaded)
    }
    return { pages: count, ...one, together: await changeAll(bench, own), memory }
  } finally {
    for (const page of pages) page.close()
  }
}

/** Changes a document of one person and waits until their page and every administrator's have heard of it. */
async function changeOne({ owner, server }: Bench, page: LivePage, pages: LivePage[]) {
  const began = performance.now()
  const ownPage = hears(page)
  const others = pages.filter(({ isAdministrator }) => isAdministrator).map(each => hears(each, page.documentId))
  await owner.query('update documents set view_count = view_count + 1 where id = $1', [page.documentId])
  const heard = (await ownPage) - began
  await ask(`${server.url}/profile.data`, { headers: { cookie: page.cookie }, status: 200 })
  const reloaded = performance.now() - began
  const administrators = Math.max(...(await Promise.all(others))) - began
  return { heard, reloaded, administrators }
}

async function changeAll({ owner }: Bench, pages: LivePage[]): Promise<number[]> {
  const all = pages.map(page => hears(page))
  await owner.query('update documents set view_count = view_count + 1 where id = any($1)', [
    pages.map(({ documentId }) => documentId),
  ])
  const committed = performance.now()
  // The news may arrive before the database's answer.
  return (await Promise.all(all)).map(at => Math.max(0, at - committed))
}

/** @returns the time at which a page hears of a change to a document, its own unless another is given */
async function hears(page: LivePage, documentId = page.documentId): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const timer = setTimeout(() => reject(new Error('a page has not heard of a change after 10 s')), 10_000)
  page.onEvent = text => text.includes(documentId) && resolve(performance.now())
  return promise.finally(() => clearTimeout(timer))
}

const processOf = ({ server }: Bench) => server.child.pid ?? 0

function percentile(sample: number[], share: number): number {
  const sorted = sample.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
