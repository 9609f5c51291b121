import type { Browser, Page } from '@playwright/test'
import { givenStatements } from '../helpers/insert-statements.ts'
import { expect, test, visit } from './fixtures.ts'

// A trace takes a snapshot of the page at every step, on the page's own main thread.
test.use({ trace: 'off' })

test('typing into the search of 2,000 documents never blocks the page for 100 ms', async ({
  browser,
  investor,
  site,
}) => {
  test.slow()
  const { page, email } = await investor()
  await givenStatements(site, email, 2000)
  await visit(page, '/profile?show=all')
  await expect(page.locator('tbody tr')).toHaveCount(2000)
  // Only a hydrated page selects a row.
  await page.locator('tbody tr', { hasText: 'Statement 1.pdf' }).getByRole('checkbox').check()
  await expect(page.getByText('1 selected')).toBeVisible()
  // Finding elements by role would walk the whole page each time, on its main thread.
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
 * @returns milliseconds of CPU time that each task of the page's main thread took during `work`; unlike elapsed time,
 *   it leaves out what else the machine did
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
