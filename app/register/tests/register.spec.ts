import type { Page } from '@playwright/test'
import { addDays, addMonths, formatDay } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { approve } from '../../../tests/e2e/approve.ts'
import { expect, later, test, visit } from '../../../tests/e2e/fixtures.ts'
import { newPerson } from '../../../tests/e2e/signed-in-person.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { scheduleOf } from '../../notes/schedule.ts'

const slow = slowOf(test)

const today = fundDay()
const head =
  'record,note,holder_name,holder_kind,holder_state,member_email,offering,principal,rate_percent,term_months,payout,day_count,issue_date,paid_on,amount,reference'

/** A note of $200,000 at 11 %, monthly, with its first payments, the second a cent short. */
function fileOf(number: string, email: string, issueDate: string, payments: number): string {
  const terms = {
    principalCents: 20_000_000n,
    rateBp: 1100,
    termMonths: 12,
    payout: 'monthly',
    dayCount: '30/360',
    convention: 'following',
    issueDate,
  } as const
  const paid = scheduleOf(terms)
    .slice(0, payments)
    .map(({ pay, interestCents, n }) => {
      const cents = String(n === 2 ? interestCents - 1n : interestCents)
      return `payment,${number},,,,,,,,,,,,${pay},${cents.slice(0, -2)}.${cents.slice(-2)},ACH ${n}`
    })
  const note = `note,${number},Holder of ${number},individual,TX,${email},Series A,200000,11,12,monthly,30/360,${issueDate},,,`
  return [head, note, ...paid].join('\r\n')
}

async function choose(page: Page, content: string): Promise<void> {
  const buffer = Buffer.from(content)
  await page.getByLabel('CSV file').setInputFiles({ name: 'notes.csv', mimeType: 'text/csv', buffer })
}

slow(
  'existing notes are checked, asked for, approved by somebody else, and in the register',
  async ({ administrator, site, colleague }) => {
    const [requester, holder] = [await administrator(later), await newPerson(site)]
    const { page } = requester
    const number = `E2E-${Date.now()}`
    const issued = addMonths(today, -5)
    await visit(page, '/profile/admin/register/import')
    await choose(page, 'record,note\r\nnote,1')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByText('The first row has to name the columns')).toBeVisible()
    // A note that is new is imported with a reason only.
    await choose(page, fileOf(`${number}-N`, holder.email, addDays(today, -3), 0))
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByRole('table', { name: 'Notes that are new' })).toContainText('isn’t verified here')
    await page.getByRole('button', { name: 'Submit import for approval' }).click()
    const why = page.getByLabel('Why new notes are imported')
    await expect(why).toBeFocused()
    await expect(why).toHaveAccessibleDescription(/Some of these notes are new/)
    await expect(page.getByRole('table', { name: 'Notes that are new' })).toBeVisible()
    await choose(page, fileOf(number, holder.email, issued, 4))
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByText('($0.01 short)')).toBeVisible()
    await page.getByRole('button', { name: 'Submit import with these differences for approval' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'is pending under' })).toBeVisible()
    await approve(site, colleague, requester)

    await visit(page, `/profile/admin/register?q=${number}`)
    const row = page.getByRole('row').filter({ hasText: number })
    await expect(row).toContainText('$200,000.00')
    await row.getByRole('link', { name: number }).click()
    await expect(page.getByRole('heading', { name: number })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Terms' })).toContainText('signed before it was entered here')
    await expect(page.getByRole('table', { name: 'Schedule' }).getByRole('row')).toHaveCount(13)
    const payment = page.getByRole('region', { name: 'Record a payment', exact: true })
    await payment.getByLabel('Bank reference').fill('ACH 5')
    await payment.getByLabel('Paid on').fill(addDays(today, -1))
    await payment.getByLabel('Amount').fill('0.01')
    await payment.getByLabel('Tax withheld').fill('')
    await payment.getByRole('button', { name: 'Submit payment for approval' }).click()
    // It settles what was due months ago, so the day is confirmed, and told to the person who approves.
    await expect(payment.getByText('after the first due date it settles')).toBeVisible()
    await payment.getByRole('checkbox', { name: 'is the right day' }).check()
    await payment.getByRole('button', { name: 'Submit payment for approval' }).click()
    await expect(page.getByRole('heading', { name: 'Waiting for a second person' })).toBeVisible()

    // Its entries are in the trial balance.
    await visit(page, '/profile/admin/register/balance')
    await expect(page.getByText('the debits of all accounts equal their credits')).toBeVisible()
    const accounts = page.getByRole('table', { name: 'Accounts at the end of' })
    await expect(accounts.getByRole('row').filter({ hasText: 'Notes payable' })).toContainText('credit')
    await visit(page, '/profile/admin/register/balance?on=2000-01-03')
    await expect(page.getByRole('heading', { name: 'Nothing in the books yet' })).toBeVisible()

    // They leave for the fund's own books, once.
    await visit(page, `/profile/admin/register/journal?from=${issued}&to=${today}`)
    await page.getByLabel('Program').selectOption('quickbooks')
    await page.getByRole('button', { name: /^Export / }).click()
    await expect(page.getByText('Exported. Download it below.')).toBeVisible()
    const exports = page.getByRole('table', { name: 'Exports of the journal' })
    const download = page.waitForEvent('download')
    // Other stories export at the same time, for other programs.
    await exports
      .getByRole('row')
      .filter({ hasText: 'QuickBooks' })
      .first()
      .getByRole('link', { name: /^Download/ })
      .click()
    expect((await download).suggestedFilename()).toMatch(/^journal-\d+-quickbooks-.*\.zip$/)
    // Unless another story has recorded something meanwhile, which then leaves, too.
    await expect(async () => {
      await page.getByRole('button', { name: /^Export / }).click()
      await expect(page.getByText('There is nothing new to export')).toBeVisible({ timeout: 5000 })
    }).toPass()

    // The day before its issue the register doesn’t have it.
    await visit(page, `/profile/admin/register?q=${number}&on=${addDays(issued, -1)}`)
    await expect(page.getByRole('heading', { name: 'No notes found' })).toBeVisible()
  },
)

test('a new note is written, its terms read back, signed and locked', async ({ administrator, site }) => {
  const holder = await newPerson(site)
  const { page } = await administrator({ at: '/profile/admin/register/notes/new' })
  await page.getByRole('searchbox', { name: 'Holder' }).fill(holder.email)
  await expect(page).toHaveURL(/q=/)
  await page.getByRole('link').filter({ hasText: holder.email }).click()
  await expect(page).toHaveURL(/for=/)
  await page.getByLabel('Name of the holder').fill('Jane Doe')
  await page.getByLabel('State', { exact: true }).selectOption('TX')
  await page.getByLabel('Principal', { exact: true }).fill('250,001')
  await page.getByLabel('Rate, percent a year').fill('11.33')
  await expect(page.getByLabel('Term', { exact: true })).toHaveValue('24')
  await expect(page.getByLabel('State of the sale')).toHaveValue('TX')
  const readBack = page.getByRole('region', { name: 'The terms, read back' })
  await expect(readBack).toContainText('Jane Doe lends the fund $250,001')
  await expect(readBack).toContainText('23 times $2,360.43, then $2,360.34')
  const confirmed = page.getByLabel('I have read these terms back')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(confirmed).toBeFocused()
  await expect(confirmed).toHaveAccessibleDescription(/Read the terms back/)
  await confirmed.check()
  await expect(page.getByText('Read the terms back and check this box')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('heading', { name: 'Read back, sign and lock' })).toBeVisible()
  await page.getByRole('button', { name: 'Record the signature' }).click()
  await expect(page.getByText(`signed on ${formatDay(today)}`)).toBeVisible()
  // A mistake in it: the same form, filled in. What was signed no longer counts.
  await page.getByRole('link', { name: 'Edit the draft' }).click()
  await expect(page.getByLabel('Principal', { exact: true })).toHaveValue('250001.00')
  await expect(page.getByLabel('State of the sale')).toHaveValue('TX')
  await expect(page.getByText('They no longer count once it is saved.')).toBeVisible()
  await page.getByLabel('Principal', { exact: true }).fill('275,000')
  await expect(readBack).toContainText('Jane Doe lends the fund $275,000')
  await page.getByLabel('I have read these terms back').check()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('lends the fund $275,000')).toBeVisible()
  await expect(page.getByText('not signed yet')).toBeVisible()
  // Another day than before moves the sale: it takes a reason, and a second person.
  await page.getByLabel('On', { exact: true }).fill(addDays(today, -1))
  await page.getByRole('button', { name: 'Record the signature' }).click()
  const why = page.getByLabel('Why it takes the place of the one before')
  await expect(why).toBeFocused()
  await expect(why).toHaveAccessibleDescription(/before its draft was changed/)
  await page.getByLabel('On', { exact: true }).fill(today)
  await page.getByRole('button', { name: 'Record the signature' }).click()
  await expect(page.getByText('signed on')).toBeVisible()
  // Only of a note that was signed before its holder was verified.
  await expect(page.getByLabel('Why it was signed before the verification')).toHaveCount(0)
  // It can't be undone, so a press alone does nothing.
  await page.getByRole('button', { name: 'Sign and lock' }).click()
  await expect(page.getByRole('checkbox', { name: 'The terms above are the ones' })).toBeFocused()
  await page.getByRole('checkbox', { name: 'The terms above are the ones' }).check()
  await page.getByRole('button', { name: 'Sign and lock' }).click()
  await expect(page.getByText('No approved accreditation covers this sale.')).toBeVisible()
})

slow('the register’s pages say what will appear in them', async ({ administrator }) => {
  const { page } = await administrator(later)
  const leadsTo: Record<string, string> = {
    '/accrual': 'Journal',
    '/tie-out': 'Trial balance',
    '/changes': 'Register',
  }
  const reports = ['/journal', '/accrual', '/interest', '/forecast', '/tie-out']
  const year = ['/payments', '/roll-forward', '/reconciliation']
  const pages = ['', '/due', '/maturities', '/sales', '/balance', '/changes', '/bank', '/import', '/notes/new']
  for (const at of [...pages, ...reports, ...year]) {
    const response = await visit(page, `/profile/admin/register${at}`)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // The sidebar says where one is, on those that no link of it leads to as well.
    const marked = page.getByRole('navigation', { name: 'Office' }).locator('[aria-current=page]')
    await expect(marked).toHaveText(leadsTo[at] ?? /./)
  }
})
