import { addDays, addMonths } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { approve } from '../../../tests/e2e/approve.ts'
import { expect, expectNoAxeViolationsInLightAndDark, test, visit } from '../../../tests/e2e/fixtures.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'

test('a payment is recorded with the tax that was withheld, and the page of the year says what to deposit, and until when', async ({
  site,
  administrator,
  investor,
  colleague,
}) => {
  const [requester, person] = [await administrator(), await investor()]
  const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
  const name = `Withheld ${person.id.slice(0, 8)}`
  const holder = await insertHolder(query, [person], { name })
  const issueDate = addDays(addMonths(fundDay(), -1), -5)
  const terms = { principalCents: 200_000_00n, rateBp: 1100, termMonths: 12, payout: 'monthly', issueDate } as const
  const note = await insertNote(query, holder, { ...terms, until: fundDay() })
  let presses = 0

  const { page } = requester
  await visit(page, `/profile/admin/register/notes/${note.id}`)
  const payment = page.getByRole('region', { name: 'Record a payment', exact: true })
  await expect(payment).toContainText('Subject to backup withholding: no tax number on file.')
  await expect(payment.getByLabel('Amount')).toHaveValue('1393.33')
  await expect(payment.getByLabel('Tax withheld')).toHaveValue('440.00')
  await payment.getByLabel('Bank reference').fill('ACH 76')
  await expectNoAxeViolationsInLightAndDark(page)
  await payment.getByRole('button', { name: 'Submit payment for approval' }).click()
  presses++
  await expect(page.getByText('$440.00 of tax was withheld: the note is credited with $1,833.33.')).toBeVisible()
  await approve(site, colleague, requester)
  presses++

  const year = fundDay().slice(0, 4)
  await visit(page, `/profile/admin/tax/withholding?year=${year}`)
  const row = page.getByRole('table', { name: `Tax withheld in ${year}, by payee` }).getByRole('row', { name })
  await expect(row).toContainText('$1,833.33')
  await expect(row).toContainText('$440.00')
  await expect(page.getByText(/is to be deposited by|was to be deposited by/).first()).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)

  const [form, eft] = [page.locator('form', { has: page.getByLabel('EFT number') }), `EFT ${person.id.slice(0, 8)}`]
  await form.getByLabel('Amount').fill('1.00')
  await form.getByLabel('EFT number').fill(eft)
  await form.getByRole('button', { name: 'Submit deposit for approval' }).click()
  presses++
  await expect(page.getByText('Deposits pending approval')).toBeVisible()
  await approve(site, colleague, requester)
  presses++
  await visit(page, `/profile/admin/tax/withholding?year=${year}`)
  await expect(page.getByRole('table', { name: `Deposits for ${year}` }).getByRole('row', { name: eft })).toContainText(
    'Made',
  )
  // Each is one press by each of two people.
  expect(presses).toBe(4)

  const own = person.page
  await visit(own, `/profile/notes/${note.id}`)
  await expect(own.getByText('$1,393.33 to you and $440.00 withheld for tax')).toBeVisible()
})
