import { createServer } from 'node:net'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { browserArgs } from '../playwright.config.ts'
import { type Bench, table } from './harness.ts'

const paths = ['/', '/investor-info', '/faq', '/documents']
/** Of these the middle one counts: what else the machine does moves the blocking time. */
const runs = 7

/** What is read of Lighthouse's report. */
interface Visit {
  audits: Record<string, { numericValue?: number }>
  categories: Record<string, { score: number | null }>
  /** How fast this machine was just then: the simulation's quarter is meant for one of 1500 to 2000. */
  environment: { benchmarkIndex: number }
}

/**
 * The public pages as Lighthouse's mobile preset sees them: a phone with a quarter of this machine's speed on a slow 4G
 * line, simulated from one real visit with an empty cache. The aims: performance 98, the other categories 100, largest
 * paint within 1.3 s, shift at most 0.01, blocked at most 0.1 s. Chromium without windows, where there is one: a window
 * draws its own bars beside the page, on the same enforceRateLimit cores.
 */
export async function lighthousePages({ server }: Bench): Promise<void> {
  // Plain JavaScript without types.
  const { ensureBrowser, headlessShell } = await import(new URL('../scripts/install-browser.mjs', import.meta.url).href)
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: headlessShell(await ensureBrowser()),
    args: [`--remote-debugging-port=${port}`, ...browserArgs],
  })
  const rows = [['page', 'scores', 'first paint', 'largest paint', 'shift', 'blocked', 'machine']]
  try {
    for (const path of paths) rows.push(await row(server.url, path, port))
  } finally {
    await browser.close()
  }
  table(
    `Lighthouse, mobile, simulated throttling; middle of ${runs} (performance/accessibility/best practices/SEO)`,
    rows,
  )
}

async function row(site: string, path: string, port: number): Promise<string[]> {
  const visits: Visit[] = []
  for (let run = 0; visits.length < runs; run++) {
    const onlyCategories = ['performance', 'accessibility', 'best-practices', 'seo']
    const visit = await lighthouse(site + path, { port, output: 'json', logLevel: 'error', onlyCategories })
    // A page that was not painted while it was looked at tells nothing.
    if (visit?.lhr.audits['largest-contentful-paint']?.numericValue !== undefined) visits.push(visit.lhr)
    else if (run > 3 * runs) throw new Error(`Lighthouse could not measure ${path}`)
  }
  const middle = (of: (visit: Visit) => number) => visits.map(of).sort((a, b) => a - b)[runs >> 1] ?? 0
  const measured = (id: string) => middle(visit => visit.audits[id]?.numericValue ?? Number.NaN)
  const scores = Object.keys(visits[0]?.categories ?? {}).map(id => middle(visit => visit.categories[id]?.score ?? 0))
  const seconds = (id: string) => `${(measured(id) / 1000).toFixed(2)} s`
  return [
    path,
    scores.map(score => Math.round(score * 100)).join('/'),
    seconds('first-contentful-paint'),
    seconds('largest-contentful-paint'),
    measured('cumulative-layout-shift').toFixed(3),
    `${Math.round(measured('total-blocking-time'))} ms`,
    `${Math.round(middle(visit => visit.environment.benchmarkIndex))}`,
  ]
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
