import { type Browser, chromium, type Page } from '@playwright/test'
import { browserArgs } from '../playwright.config.ts'
import { newPerson } from '../tests/e2e/signed-in-person.ts'
import { givenStatements } from '../tests/helpers/insert-statements.ts'
import { type Bench, table } from './harness.ts'
import type { TraceEvent } from './main-thread.ts'
import { figure } from './outcome.ts'
import { percentile } from './statistics.ts'

const documents = 2000
/** Maximum processor time (ms) of one task of the page. */
const longest = 100

/** Measures the page's longest busy period while a person types into the search of 2,000 documents. */
export async function typing({ server }: Bench): Promise<void> {
  // Plain JavaScript without types.
  const { ensureBrowser, headlessShell } = await import(new URL('../scripts/install-browser.mjs', import.meta.url).href)
  const browser = await chromium.launch({ executablePath: headlessShell(await ensureBrowser()), args: browserArgs })
  try {
    const { email, cookies } = await newPerson(server)
    await givenStatements(server, email, documents)
    const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' })
    await context.addCookies(cookies)
    const page = await context.newPage()
    await page.goto('/profile?show=all')
    // Only a hydrated page selects a row.
    await page.locator('tbody tr', { hasText: 'Statement 1.pdf' }).getByRole('checkbox').check()
    await page.getByText('1 selected').waitFor()
    const tasks = await tasksDuring(browser, page, async () => {
      await search(page, 'statement 19', '139 of 2,000 documents')
      await search(page, 'scanned', '200 of 2,000 documents')
    })
    const most = Math.max(...tasks)
    table(`typing into the search of ${documents} documents: tasks of the page`, [
      ['tasks', 'p50 ms', 'p99 ms', 'longest ms', 'at most', ''],
      [
        String(tasks.length),
        ...[percentile(tasks, 0.5), percentile(tasks, 0.99), most].map(figure),
        String(longest),
        most <= longest ? 'met' : 'NOT MET',
      ],
    ])
  } finally {
    await browser.close()
  }
}

async function search(page: Page, words: string, found: string): Promise<void> {
  await page.locator('input[name=q]').fill('')
  await page.locator('input[name=q]').pressSequentially(words, { delay: 40 })
  await page.locator('search [role=status]', { hasText: found }).waitFor()
}

/**
 * @returns milliseconds of processor time of each task of the page's main thread during `work`; unlike elapsed time, it
 *   excludes the machine's other work
 */
async function tasksDuring(browser: Browser, page: Page, work: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: (Omit<TraceEvent, 'args'> & { args: { name?: string } })[]
  }
  const main = new Set(
    traceEvents.filter(({ args }) => args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  )
  return traceEvents
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && main.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
}
