import type { BrowserContext, Page } from '@playwright/test'
import { addDays, addMonths } from '../../rules/days.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { documentRequests, sentLinkRow } from '../../server/sample/documents.ts'
import { insertOf } from '../../server/sample/rows.ts'
import { insertHolder, insertNote } from '../helpers/insert-notes.ts'
import { givenStatements } from '../helpers/insert-statements.ts'
import { asOwner } from '../helpers/owner.ts'
import type { Site } from '../helpers/server.ts'
import { expect, later, type Person, test, visit } from './fixtures.ts'

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node }[] }

declare global {
  interface Window {
    /** How much of a page has moved by itself, and what. */
    moved: { shift: number; shifts: string[] }
  }
}

/** Above it a page feels as if it jumped; what is usually called good is twice that. */
const mostShift = 0.05
const widths = [390, 1440]

/** Notes of which one ends soon, papers of which some are unread, and something of each kind that waits. */
async function fillHome(site: Site, { id, email }: Person): Promise<{ note: string }> {
  const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
  const today = fundDay()
  const holder = await insertHolder(query, [{ id }], { name: 'Elena Marsh' })
  const issueDate = addMonths(addDays(today, 40), -24)
  const paid = Array.from({ length: 24 }, (_, n) => n)
  const ending = await insertNote(query, holder, { issueDate, termMonths: 24, until: today, paid })
  for (const months of [4, 7])
    await insertNote(query, holder, { issueDate: addMonths(today, -months), until: today, paid })
  await query("update user_profiles set full_name = 'Elena Marsh', steps_hidden_at = now() where id = $1", [id])
  await givenStatements(site, email, 60)
  await query("update documents set uploaded_by = null where user_id = $1 and filename ~ '^Statement [1-9]\\.'", [id])
  await query(insertOf('documents', sentLinkRow({ user_id: id, filename: 'Renewal agreement' })))
  await documentRequests.insert({ query }, { person_id: id, requested_by: id, due_on: addDays(today, 9) })
  return { note: ending.id }
}

/** Sums what moves on the context's pages, and lets scripts arrive as over a slow line: what comes late would be seen. */
async function watchShifts(context: BrowserContext, page: Page) {
  await context.addInitScript(() => {
    window.moved = { shift: 0, shifts: [] }
    new PerformanceObserver(list => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue
        window.moved.shift += value
        const texts = sources.map(({ node }) => node?.textContent?.slice(0, 40))
        window.moved.shifts.push(`${value}: ${texts.join(' | ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const network = await context.newCDPSession(page)
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 80,
    downloadThroughput: 1_000_000,
    uploadThroughput: 500_000,
  })
}

async function expectStill(page: Page, paths: readonly string[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    for (const path of paths) {
      await visit(page, path)
      await page.evaluate(async () => {
        await document.fonts.ready
        await new Promise(done => requestIdleCallback(done))
        await new Promise(requestAnimationFrame)
      })
      const { shift, shifts } = await page.evaluate(() => window.moved)
      expect(shift, `${path} at ${width} px: ${shifts.join('; ')}`).toBeLessThanOrEqual(mostShift)
    }
  }
}

test('nothing is put above what an investor reads already, on home, notes and documents; home ends in one and a half screens', async ({
  site,
  investor,
}) => {
  const person = await investor(later)
  const { page, context } = person
  const { note } = await fillHome(site, person)
  await watchShifts(context, page)
  await expectStill(page, ['/profile', '/profile/notes', `/profile/notes/${note}`, '/profile?q=statement&show=all'])

  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/profile')
  await expect(page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'New for you' }).getByRole('listitem')).toHaveCount(4)
  const greeting = await page.getByRole('heading', { name: /^Good / }).boundingBox()
  const documents = await page.getByRole('region', { name: 'Documents' }).boundingBox()
  expect((documents?.y ?? Number.NaN) - (greeting?.y ?? 0)).toBeLessThanOrEqual(1.5 * 844)
})

test('nothing is put above what an administrator reads already, on Today and on a person’s documents', async ({
  site,
  investor,
  administrator,
}) => {
  const person = await investor(later)
  await fillHome(site, person)
  const { page, context } = await administrator(later)
  await watchShifts(context, page)
  await expectStill(page, ['/profile', '/profile/admin/today', `/profile/admin/people/${person.id}`])
})
