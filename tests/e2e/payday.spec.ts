import type { Locator, Page } from '@playwright/test'
import { addDays, addMonths } from '../../rules/notes/days.ts'
import { formatCents, sumCents } from '../../rules/notes/money.ts'
import { scheduleOf } from '../../rules/notes/schedule.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { insertHolder, insertNote } from '../helpers/insert-notes.ts'
import { rounds } from '../helpers/lane.ts'
import { asOwner } from '../helpers/owner.ts'
import { expect, expectNoAxeViolationsInLightAndDark, test, visit } from './fixtures.ts'
import { admin } from './portal-paths.ts'

/** As many as an office with monthly notes pays in a day; fewer in `npm test`. */
const payments = rounds(8, 40)
const today = fundDay()

test('a payday from a bank’s file is recorded by one administrator and approved by another in at most six presses', async ({
  site,
  administrator,
  investor,
}) => {
  const [requester, approver, person] = [await administrator(), await administrator(), await investor()]
  const tag = `PAYDAY${person.id.slice(0, 8)}`
  const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
  const issueDate = addDays(addMonths(today, -3), -10)
  const made = []
  for (let n = 0; n < payments; n++) {
    const holder = await insertHolder(query, [person], { name: `Holder ${n} ${tag}` })
    const principalCents = BigInt(200_000_00 + n * 1_000_00)
    const terms = { principalCents, rateBp: 1100, termMonths: 12, payout: 'monthly', issueDate } as const
    const { number } = await insertNote(query, holder, { ...terms, until: today, paid: [1, 2] })
    const third = scheduleOf({ ...terms, dayCount: '30/360', convention: 'following' })[2]
    made.push({ number, day: third?.pay ?? '', cents: third?.interestCents ?? 0n })
  }
  const total = sumCents(made.map(({ cents }) => cents))
  const file = [
    'Date,Description,Amount,Reference',
    ...made.map(
      ({ number, day, cents }, n) =>
        `${day},ACH ${number},-${formatCents(cents, true).slice(1).replaceAll(',', '')},${tag}-${n}`,
    ),
    `${made[0]?.day},Wire fee,-25.00,${tag}-FEE`,
  ].join('\n')

  let presses = 0
  const press = async (target: Locator) => {
    presses++
    await target.click()
  }
  const { page } = requester
  await visit(page, '/profile/admin/register/bank')
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: `${tag}.csv`, mimeType: 'text/csv', buffer: Buffer.from(file) })
  await press(page.getByRole('button', { name: 'Compare with the register' }))
  const open = page.getByRole('table', { name: 'Open lines of the bank' })
  await expect(
    open
      .getByRole('row')
      .filter({ hasText: `${tag}-0` })
      .locator('option:checked'),
  ).toContainText(made[0]?.number ?? '')
  await expectNoAxeViolationsInLightAndDark(page)
  await press(page.getByRole('button', { name: 'Confirm what is chosen' }))
  await expect(page.getByText(`${payments} payments wait for a second person`)).toBeVisible()
  // The fee isn't dropped: nobody has said yet what it is.
  await expect(open.getByRole('row').filter({ hasText: `${tag}-FEE` })).toBeVisible()

  const second = approver.page
  await visit(second, admin.today)
  await press(second.getByRole('link', { name: /^Approvals/ }).first())
  await press(second.getByRole('link', { name: 'Approve payments together' }))
  await expect(second.getByRole('row').filter({ hasText: tag })).toHaveCount(payments)
  await leaveOutOthers(second, tag)
  const approve = second.getByRole('button', { name: `Approve ${payments} payments` })
  await expect(approve).toBeDisabled()
  await second.getByLabel(/^Total of/).fill(formatCents(total + 1n, true))
  await expect(approve).toBeDisabled()
  await second.getByLabel(/^Total of/).fill(formatCents(total, true))
  await expectNoAxeViolationsInLightAndDark(second)
  await press(approve)
  await expect(second.getByText(`Approved ${payments} payments, ${formatCents(total, true)} in all.`)).toBeVisible()
  expect(presses).toBeLessThanOrEqual(6)

  const { rows } = await query(
    `select count(*)::int as paid from bank_lines b join cleared_entries c on c.line_id = b.id
    join ledger_entries e on e.id = c.entry_id and e.kind = 'payment' where b.reference like $1`,
    [`${tag}-%`],
  )
  expect(rows[0]?.paid).toBe(payments)
  await visit(page, '/profile/admin/register/bank')
  await expect(page.getByText(`Reconciled: `)).toBeVisible()
})

/** What others have asked for meanwhile isn't on this bank's page. */
async function leaveOutOthers(page: Page, tag: string): Promise<void> {
  const others = page
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox') })
    .filter({ hasNotText: tag })
  for (const other of await others.all()) await other.getByRole('checkbox').uncheck()
}
