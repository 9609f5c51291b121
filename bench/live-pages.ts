import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './ask.ts'
import type { Bench } from './harness.ts'
import { type LivePage, openStreams } from './live-streams.ts'
import { residentMegabytes } from './memory.ts'
import { figure, type Outcome } from './outcome.ts'
import { percentile, spreadOf } from './statistics.ts'

/** Open pages. */
const counts = [10, 100, 1000, 2000]
/** Sequential changes to one person's documents. */
const changes = 200
/** The results for one number of open pages; times in milliseconds, memory in kilobytes. */
interface Row {
  pages: number
  /** From just before the change is written until the person's own page is notified, database included. */
  heard: number[]
  /** Until the last administrator's page is notified. */
  administrators: number[]
  /** Until the person's page has also reloaded its list. */
  reloaded: number[]
  /** One statement that changes a document of every person: from its commit until each page is notified. */
  together: number[]
  /** The server's memory for each, beyond that without any. */
  memory: number
  /** The server's total memory, in megabytes. */
  resident: number
}

/**
 * Measures how soon a change reaches the affected pages while 10, 100, 1,000 and 2,000 pages of as many people are
 * open, and an open page's cost to the server. One page in a hundred is an administrator's, notified of every change.
 */
export async function livePages(bench: Bench): Promise<Outcome> {
  // The first streams' loading and compiling isn't counted.
  for (const page of await openStreams(bench.server, 100)) page.close()
  await sleep(2000)
  const before = residentOf(bench)
  const rows: Row[] = []
  for (const count of counts) rows.push(await measureOpenPages(bench, count, before))
  return outcomeOf(rows)
}

function outcomeOf(rows: Row[]): Outcome {
  const last = rows.at(-1) as Row
  const p99 = (sample: number[]) => percentile(sample, 0.99)
  const among = `among ${last.pages.toLocaleString('en-US')} open ones`
  return {
    findings: [
      {
        work: `A change reaches its page ${among}: p99`,
        value: spreadOf([p99(last.heard)]),
        unit: 'ms',
        goal: { atMost: 250 },
        behind: `p50 ${figure(percentile(last.heard, 0.5))} ms; with its list reloaded p99 ${figure(p99(last.reloaded))} ms; every page at once p99 ${figure(p99(last.together))} ms`,
      },
      {
        work: `Memory of an open page ${among}`,
        value: spreadOf([last.memory]),
        unit: 'KB',
        goal: { atMost: 40 },
        behind: 'resident memory of the server beyond what it had before, divided by the pages',
      },
    ],
    plots: [
      {
        name: 'live-pages',
        title: 'A change reaches the pages that show it',
        x: { label: 'open pages', isLogarithmic: true },
        y: { label: 'p99, ms' },
        series: [
          { name: 'the person’s page', points: rows.map(({ pages, heard }) => [pages, p99(heard)]) },
          { name: 'their list is reloaded', points: rows.map(({ pages, reloaded }) => [pages, p99(reloaded)]) },
          { name: 'the last administrator’s page', points: rows.map(row => [row.pages, p99(row.administrators)]) },
          { name: 'every page at once', points: rows.map(({ pages, together }) => [pages, p99(together)]) },
        ],
      },
      {
        name: 'live-pages-memory',
        title: 'The server’s memory with open pages',
        x: { label: 'open pages', isLogarithmic: true },
        y: { label: 'MB' },
        series: [{ name: 'resident', points: rows.map(({ pages, resident }) => [pages, resident]) }],
      },
    ],
  }
}

async function measureOpenPages(bench: Bench, count: number, before: number): Promise<Row> {
  const pages = await openStreams(bench.server, count)
  try {
    await sleep(2000)
    const resident = residentOf(bench)
    const memory = ((resident - before) * 1000) / count
    const one = { heard: [] as number[], administrators: [] as number[], reloaded: [] as number[] }
    const own = pages.filter(({ isAdministrator }) => !isAdministrator)
    for (let n = 0; n < changes; n++) {
      const page = own[Math.floor(Math.random() * own.length)] as LivePage
      const times = await changeOne(bench, page, pages)
      one.heard.push(times.heard)
      one.administrators.push(times.administrators)
      one.reloaded.push(times.reloaded)
    }
    return { pages: count, ...one, together: await changeAll(bench, own), memory, resident }
  } finally {
    for (const page of pages) page.close()
  }
}

/** Changes a document of one person and waits until their page and every administrator's are notified. */
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
  // The event may arrive before the database's answer.
  return (await Promise.all(all)).map(at => Math.max(0, at - committed))
}

/** @returns the time when a page is notified of a document's change; its own document's by default */
async function hears(page: LivePage, documentId = page.documentId): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const timer = setTimeout(() => reject(new Error('a page has not heard of a change after 10 s')), 10_000)
  page.onEvent = text => text.includes(documentId) && resolve(performance.now())
  return promise.finally(() => clearTimeout(timer))
}

/** @returns megabytes of the server's process; NaN if unknown */
const residentOf = ({ server }: Bench) => residentMegabytes(server.child.pid ?? 0) ?? Number.NaN
