import type { Locator, Page } from '@playwright/test'
import { addDays, addMonths } from '../../../rules/days.ts'
import { formatCents, sumCents } from '../../../rules/money.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { downloadBy } from '../../../tests/e2e/download.ts'
import { figureOf } from '../../../tests/e2e/figures.ts'
import { expect, expectNoAxeViolationsInLightAndDark, later, test, visit } from '../../../tests/e2e/fixtures.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import { scheduleOf } from '../../notes/schedule.ts'

const slow = slowOf(test)

const today = fundDay()
const terms = {
  principalCents: 200_000_00n,
  rateBp: 1100,
  termMonths: 24,
  payout: 'monthly',
  dayCount: '30/360',
  convention: 'following',
} as const

/** @returns the row of a holder, on whichever page of the list it is */
async function rowOf(page: Page, name: string): Promise<Locator> {
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  for (let at = 2; (await row.count()) === 0; at++) {
    await page.getByRole('link', { name: 'Next', exact: true }).click()
    await expect(page.getByText(`Page ${at} of`)).toBeVisible()
  }
  return row
}

slow(
  'a year is closed: what each holder was paid, as their own page has it, and account 2010 tied to the register',
  async ({ site, administrator, investor }) => {
    const [{ page }, person] = [await administrator(later), await investor(later)]
    const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
    const name = `Holder of ${person.email}`
    const issueDate = addDays(addMonths(today, -14), -10)
    const paid = Array.from({ length: 14 }, (_, n) => n + 1)
    const returned = [3, 13]
    const holder = await insertHolder(query, [person], { name })
    await insertNote(query, holder, { ...terms, issueDate, until: today, paid, returned })
    const lines = scheduleOf({ ...terms, issueDate }).slice(0, 14)
    const years = [...new Set(lines.map(({ pay }) => pay.slice(0, 4)))]
    expect(years.length).toBeGreaterThan(1)

    for (const year of years) {
      await visit(page, '/profile/admin/register/interest')
      await page.getByLabel('Year', { exact: true }).selectOption(year)
      await expect(page.getByRole('heading', { name: `Interest paid in ${year}` })).toBeVisible()
      const inYear = lines.filter(({ pay }) => pay.startsWith(year))
      const sum = (some: typeof lines) => sumCents(some.map(({ interestCents }) => interestCents))
      const back = sum(inYear.filter(({ n }) => returned.includes(n)))
      const net = formatCents(sum(inYear) - back, true)
      const cells = (await rowOf(page, name)).getByRole('cell')
      await expect(cells.nth(1)).toHaveText(formatCents(sum(inYear), true))
      await expect(cells.nth(2)).toHaveText(formatCents(back, true))
      await expect(cells.nth(3)).toHaveText(net)
      // The file has every holder, whichever page is shown.
      const { name: file, content } = await downloadBy(page.getByRole('link', { name: 'Export CSV' }))
      expect(file).toMatch(new RegExp(`^interest-paid-in-${year}-.*\\.csv$`))
      expect(String(content)).toContain(name)
      await visit(person.page, '/profile/notes')
      const own = person.page
        .getByRole('table', { name: 'Payments by year' })
        .getByRole('row')
        .filter({ hasText: year })
      await expect(own.getByRole('cell').first()).toHaveText(net)
    }
    await expectNoAxeViolationsInLightAndDark(page)

    const yearEnd = addDays(`${years.at(-1)}-01-01`, -1)
    await visit(page, '/profile/admin/register/tie-out')
    await page.getByLabel('At the end of').fill(yearEnd)
    await expect(page).toHaveURL(new RegExp(yearEnd))
    await expect(page.getByText('account 2010 and the register agree for every holder')).toBeVisible()
    expect(await figureOf(page, 'Difference')).toBe(0n)
    expect(await figureOf(page, 'Account 2010')).toBe(await figureOf(page, 'Register'))
    const tied = (await rowOf(page, name)).getByRole('cell')
    await expect(tied).toHaveText(['1', '$200,000.00', '$200,000.00', '–'])
    await expectNoAxeViolationsInLightAndDark(page)
    const letters = await downloadBy(page.getByRole('link', { name: 'Export CSV' }))
    expect(letters.name).toMatch(new RegExp(`^principal-by-holder-${yearEnd}-.*\\.csv$`))
    expect(String(letters.content)).toContain(name)
  },
)

slow(
  'the forecast has what a maturing note takes of cash, and leaves out what its holder then chooses to renew',
  async ({ site, administrator, investor }) => {
    const [{ page }, person] = [await administrator(later), await investor(later)]
    const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
    const forecast = async (by: string) => {
      await visit(page, '/profile/admin/register/forecast')
      await page.getByLabel('Group by').selectOption({ label: by })
      await expect(page.getByRole('table', { name: `Cash needed, by ${by.toLowerCase()}` })).toBeVisible()
      const figure = async (label: string) => (await figureOf(page, label)) ?? 0n
      return {
        interest: await figure('Interest'),
        principal: await figure('Principal'),
        renewed: await figure('Renewed (no cash)'),
        cash: await figure('Cash needed'),
      }
    }
    const note = { ...terms, termMonths: 12, issueDate: addMonths(addDays(today, 25), -12) } as const
    const holder = await insertHolder(query, [person], { name: `Holder of ${person.email}` })
    // Something to compare with, also where nothing else falls due on this site.
    await insertNote(query, holder, { ...terms, issueDate: today, until: today })
    const before = { week: await forecast('Week'), month: await forecast('Month') }

    const paid = Array.from({ length: 11 }, (_, n) => n + 1)
    const { id } = await insertNote(query, holder, { ...note, until: today, paid })
    const last = scheduleOf(note).at(-1)?.interestCents ?? 0n
    /** What has changed since, whichever way the time is divided. */
    const expectMore = async (more: Partial<typeof before.week>) => {
      for (const [by, was] of [
        ['Week', before.week],
        ['Month', before.month],
      ] as const) {
        const now = await forecast(by)
        const keys = Object.keys(was) as (keyof typeof was)[]
        const since = Object.fromEntries(
          keys.flatMap(key => (now[key] === was[key] ? [] : [[key, now[key] - was[key]]])),
        )
        expect(since).toEqual(more)
      }
    }
    await expectMore({ interest: last, principal: terms.principalCents, cash: terms.principalCents + last })

    await visit(person.page, `/profile/notes/${id}/choice`)
    await person.page.getByRole('radio', { name: 'Renew for one year' }).check()
    await person.page.getByRole('button', { name: 'Record my choice' }).click()
    await expect(person.page.getByText('You chose to renew $200,000.')).toBeVisible()
    await expectMore({ interest: last, renewed: terms.principalCents, cash: last })
    await expectNoAxeViolationsInLightAndDark(page)
  },
)
