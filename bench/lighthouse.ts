import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, join, resolve } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { browserArgs } from '../playwright.config.ts'
import { startServer, type TestServer } from '../tests/helpers/server.ts'
import { type Bench, type BenchOptions, table } from './harness.ts'
import { mainThreadTime } from './main-thread.ts'

const paths = ['/', '/investor-info', '/faq', '/documents']
/** Results are medians, because other load on the machine changes the blocking time. */
const runs = 7

/** The parts used of Lighthouse's report. */
interface Visit {
  audits: Record<string, { numericValue?: number }>
  categories: Record<string, { score: number | null }>
  /** The machine's speed during this visit: the simulated slowdown of four is meant for 1500 to 2000. */
  environment: { benchmarkIndex: number }
  mainThread: ReturnType<typeof mainThreadTime>
}

interface Site {
  name: string
  url: string
}

/** Medians of one page: scores by category, figures by audit (milliseconds; no unit for layout shift). */
interface Medians {
  scores: number[]
  firstPaint: number
  largestPaint: number
  shift: number
  blocked: number
  /** In the page's own processor time (main-thread.ts). */
  ownBlocked: number
  ownBusy: number
  machine: number
}

/**
 * The public pages in Lighthouse's mobile preset: a phone with a quarter of this machine's speed on a slow 4G line,
 * simulated from one real visit with an empty cache. The targets: performance 98, the other categories 100, largest
 * paint within 1.3 s, shift at most 0.01, blocked at most 0.1 s. Headless Chromium, if available: a window also draws
 * its own bars, on the same few cores.
 *
 * With `--against FOLDER`, once or several times, each page is also measured on that checkout's built site, in
 * interleaved turns, so that the machine's load affects all sites alike. Only performance is compared.
 */
export async function lighthousePages({ server }: Bench, { against, path: onlyPaths, runs: times }: BenchOptions) {
  const { browser, port } = await openBrowser()
  const others: TestServer[] = []
  const count = Number(times ?? runs)
  const rows = [['page', ...(against.length > 0 ? ['site'] : []), ...columns]]
  try {
    const sites = [{ name: 'this', url: server.url }]
    for (const folder of against) {
      const other = await startOther(folder)
      others.push(other)
      sites.push({ name: basename(resolve(folder)), url: other.url })
    }
    for (const path of onlyPaths.length > 0 ? onlyPaths : paths) {
      const medians = await measurePage(sites, path, port, count)
      rows.push(...(against.length > 0 ? comparison(path, sites, medians) : medians.map(one => [path, ...cells(one)])))
    }
  } finally {
    await browser.close()
    for (const other of others) await other.dispose()
  }
  table(
    `Lighthouse, mobile, simulated throttling; median of ${count} (performance/accessibility/best practices/SEO)`,
    rows,
  )
}

/** Installs this folder's packages, and opens Lighthouse's browser. */
async function openBrowser(): Promise<{ browser: Browser; port: number }> {
  // Plain JavaScript without types.
  const { ensureInstalled } = await import(new URL('../scripts/setup.mjs', import.meta.url).href)
  await ensureInstalled(import.meta.dirname)
  const { ensureBrowser, headlessShell } = await import(new URL('../scripts/install-browser.mjs', import.meta.url).href)
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: headlessShell(await ensureBrowser()),
    args: [`--remote-debugging-port=${port}`, ...browserArgs],
  })
  return { browser, port }
}

/** A browser for Lighthouse's accessibility checks, one page after the other. */
export interface Lighthouse extends AsyncDisposable {
  /** @returns the score, 0 to 1, and the names of failed audits */
  accessibility(url: string, headers: Record<string, string>): Promise<{ score: number; failed: string[] }>
}

export async function openLighthouse(): Promise<Lighthouse> {
  const { browser, port } = await openBrowser()
  const { default: lighthouse } = await import('lighthouse')
  return {
    async accessibility(url, extraHeaders) {
      const onlyCategories = ['accessibility']
      const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories, extraHeaders })
      const category = result?.lhr.categories.accessibility
      if (!result || !category) throw new Error(`Lighthouse could not look at ${url}`)
      const failed = category.auditRefs.filter(({ id, weight }) => weight > 0 && result.lhr.audits[id]?.score === 0)
      return { score: category.score ?? 0, failed: failed.map(({ id }) => id) }
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

function startOther(folder: string): Promise<TestServer> {
  if (!existsSync(join(folder, 'build/server/index.js'))) throw new Error(`Build the site in ${folder} first.`)
  return startServer({}, { folder })
}

/** Visits a page of each site in turns. @returns medians in the order of the sites */
async function measurePage(sites: Site[], path: string, port: number, count: number): Promise<Medians[]> {
  const visits = sites.map(() => [] as Visit[])
  const onlyCategories = ['performance', ...(sites.length > 1 ? [] : ['accessibility', 'best-practices', 'seo'])]
  for (let run = 0; run < count; run++) {
    for (const [index, { url }] of sites.entries()) visits[index]?.push(await visit(url + path, port, onlyCategories))
  }
  return visits.map(mediansOf)
}

async function visit(url: string, port: number, onlyCategories: string[]): Promise<Visit> {
  for (let attempt = 0; attempt < 4; attempt++) {
    // Only in this folder's packages, which most installations don't need.
    const { default: lighthouse } = await import('lighthouse')
    const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories })
    // A visit in which the page wasn't painted is useless.
    if (!result || result.lhr.audits['largest-contentful-paint']?.numericValue === undefined) continue
    return { ...result.lhr, mainThread: mainThreadTime(result.artifacts.Trace.traceEvents, url) }
  }
  throw new Error(`Lighthouse could not measure ${url}`)
}

function mediansOf(visits: Visit[]): Medians {
  const median = (of: (visit: Visit) => number) => visits.map(of).sort((a, b) => a - b)[visits.length >> 1] ?? 0
  const audit = (id: string) => median(visit => visit.audits[id]?.numericValue ?? Number.NaN)
  return {
    scores: Object.keys(visits[0]?.categories ?? {}).map(id => median(visit => visit.categories[id]?.score ?? 0)),
    firstPaint: audit('first-contentful-paint'),
    largestPaint: audit('largest-contentful-paint'),
    shift: audit('cumulative-layout-shift'),
    blocked: audit('total-blocking-time'),
    ownBlocked: median(visit => visit.mainThread.blocked),
    ownBusy: median(visit => visit.mainThread.busy),
    machine: median(visit => visit.environment.benchmarkIndex),
  }
}

const columns = ['scores', 'first paint', 'largest paint', 'shift', 'blocked', 'own time', 'busy', 'machine']

function cells({ scores, firstPaint, largestPaint, shift, blocked, ownBlocked, ownBusy, machine }: Medians): string[] {
  return [
    scores.map(score => Math.round(score * 100)).join('/'),
    `${(firstPaint / 1000).toFixed(2)} s`,
    `${(largestPaint / 1000).toFixed(2)} s`,
    shift.toFixed(3),
    `${Math.round(blocked)} ms`,
    `${Math.round(ownBlocked)} ms`,
    `${Math.round(ownBusy)} ms`,
    `${Math.round(machine)}`,
  ]
}

/** A row for each site, then the difference of each other site from this one. */
function comparison(path: string, sites: Site[], medians: Medians[]): string[][] {
  const [own] = medians
  const signed = (value: number, digits = 0) => `${value < 0 ? '' : '+'}${value.toFixed(digits)}`
  return sites.flatMap(({ name }, index) => {
    const other = medians[index]
    if (!own || !other) return []
    const row = [path, name, ...cells(other)]
    if (index === 0) return [row]
    const difference = [
      signed(100 * ((other.scores[0] ?? 0) - (own.scores[0] ?? 0))),
      `${signed(other.firstPaint - own.firstPaint)} ms`,
      `${signed(other.largestPaint - own.largestPaint)} ms`,
      signed(other.shift - own.shift, 3),
      `${signed(other.blocked - own.blocked)} ms`,
      `${signed(other.ownBlocked - own.ownBlocked)} ms`,
      `${signed(other.ownBusy - own.ownBusy)} ms`,
      '',
    ]
    return [row, ['', `${name} − this`, ...difference]]
  })
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
