import type { Browser, Page } from '@playwright/test'
import { givenStatements } from '../helpers/insert-statements.ts'
import { expect, test, visit } from './fixtures.ts'

// Its pictures of the page at every step are work of the page's own main thread.
test.use({ trace: 'off' })

test('typing in the search of 2,000 documents never holds the page up for 100 ms', async ({
  browser,
  investor,
  site,
}) => {
  test.slow()
  const { page, email } = await investor()
  await givenStatements(site, email, 2000)
  await visit(page, '/profile?show=all')
  await expect(page.locator('tbody tr')).toHaveCount(2000)
  // Only a page whose scripts run chooses a row.
  await page.getByLabel('Select Statement 1.pdf', { exact: true }).check()
  await expect(page.getByText('1 selected')).toBeVisible()
  // Asking by role would read the whole page each time, at the page's expense.
  const count = page.locator('search [role=status]')
  const search = page.locator('input[name=q]')
  await search.focus()
  const tasks = await tasksDuring(browser, page, async () => {
    await page.keyboard.type('statement 19', { delay: 40 })
    await expect(count).toHaveText('139 of 2,000 documents')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('scanned', { delay: 40 })
    await expect(count).toHaveText('200 of 2,000 documents')
  })
  expect(tasks.length).toBeGreaterThan(100)
  expect(tasks.filter(milliseconds => milliseconds > 100)).toEqual([])
})

/**
 * @returns the time (ms) that each task of the page's main thread took while something was done: time of the processor,
 *   so that whatever else the machine does meanwhile does not count
 */
async function tasksDuring(browser: Browser, page: Page, work: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const main = new Set(
    traceEvents.filter(({ args }) => args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  )
  return traceEvents
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && main.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds. */
  tdur?: number
  args: { name?: string }
}
