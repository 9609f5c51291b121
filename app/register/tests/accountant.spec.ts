import { addDays, addMonths, formatDay } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { downloadBy } from '../../../tests/e2e/download.ts'
import { figureOf } from '../../../tests/e2e/figures.ts'
import { expect, expectNoAxeViolationsInLightAndDark, later, test, visit } from '../../../tests/e2e/fixtures.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import { scheduleOf } from '../../notes/schedule.ts'

const today = fundDay()
const terms = {
  principalCents: 200_000_00n,
  rateBp: 1100,
  termMonths: 24,
  payout: 'monthly',
  dayCount: '30/360',
  convention: 'following',
} as const

test('an accountant enters the bank’s balance, reads what differs, and explains it', async ({ administrator }) => {
  const { page } = await administrator(later)
  const day = addDays(today, -3)
  await visit(page, '/profile/admin/register/reconciliation')
  await page.getByLabel('Statement date').fill(day)
  await page.getByLabel('Balance per bank').fill('a lot')
  await page.getByLabel('Other cash in this account').fill('(1,000.00)')
  await page.getByRole('button', { name: 'Save balance' }).click()
  const balance = page.getByLabel('Balance per bank')
  await expect(balance).toHaveAccessibleDescription(/Enter the balance of the bank’s statement/)
  await expect(balance).toBeFocused()

  await balance.fill('1,234,567.89')
  await page.getByRole('button', { name: 'Save balance' }).click()
  await expect(page.getByLabel('What the other cash is')).toHaveAccessibleDescription(/Say what the other cash is/)
  await page.getByLabel('What the other cash is').fill('Loans to borrowers')
  await page.getByRole('button', { name: 'Save balance' }).click()
  await expect(page.getByRole('heading', { name: `At the end of ${formatDay(day)}` })).toBeVisible()
  await expect(page.getByText('is unexplained.')).toBeVisible()
  expect(await figureOf(page, 'Balance per bank')).toBe(1_234_567_89n)
  await expectNoAxeViolationsInLightAndDark(page)

  await page.getByLabel('Why there is a difference').fill('Interest of the bank, in the next list')
  await page.getByRole('button', { name: 'Save explanation' }).click()
  await expect(page.getByText('is explained: Interest of the bank, in the next list')).toBeVisible()
  await expect(page.getByLabel('Why there is a difference')).toBeHidden()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const file = await downloadBy(page.getByRole('link', { name: 'Export CSV' }))
  expect(file.name).toMatch(new RegExp(`^bank-reconciliation-${day}-.*\\.csv$`))
  expect(String(file.content)).toContain('Other cash in this account: Loans to borrowers')
})

test('a year’s payments are found by holder, added up, and tied to the books; notes payable go from month to month', async ({
  site,
  administrator,
  investor,
}) => {
  const [{ page }, person] = [await administrator(later), await investor(later)]
  const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
  const name = `Holder of ${person.email}`
  const issueDate = addDays(addMonths(today, -14), -10)
  const paid = Array.from({ length: 14 }, (_, n) => n + 1)
  const holder = await insertHolder(query, [person], { name })
  const { number } = await insertNote(query, holder, { ...terms, issueDate, until: today, paid, returned: [13] })
  const year = scheduleOf({ ...terms, issueDate })[12]?.pay.slice(0, 4) ?? ''
  await visit(page, `/profile/admin/register/payments?year=${year}`)
  await page.getByLabel('Find').fill(number)
  const rows = page
    .getByRole('table', { name: /^Payments in/ })
    .getByRole('row')
    .filter({ hasText: name })
  await expect(
    rows
      .filter({ hasText: 'Returned' })
      .or(rows.filter({ hasText: 'Return' }))
      .first(),
  ).toBeVisible()
  await page.getByLabel('List').selectOption({ label: 'By holder' })
  await expect(rows).toHaveCount(1)
  const file = await downloadBy(page.getByRole('link', { name: 'Export CSV' }))
  expect(String(file.content)).toContain(name)
  await expectNoAxeViolationsInLightAndDark(page)

  await visit(page, `/profile/admin/register/payments?year=${year}`)
  const ties = page.getByRole('table', { name: /and the trial balance$/ })
  const difference = ties.getByRole('row', { name: /^Difference/ })
  await expect(difference.last().getByRole('cell')).toHaveText(['–', '–'])
  await expectNoAxeViolationsInLightAndDark(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  await visit(page, '/profile/admin/register/roll-forward')
  await expect(page.getByRole('heading', { name: 'Principal by year of maturity' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByText('Each closing balance is account 2010')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  const maturities = await downloadBy(page.getByRole('link', { name: 'Export maturities' }))
  expect(String(maturities.content)).toContain('Due in')
})
