import type { Locator, Page } from '@playwright/test'
import { addDays, addMonths } from '../../../rules/days.ts'
import { formatCents, sumCents } from '../../../rules/money.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { approve } from '../../../tests/e2e/approve.ts'
import {
  expect,
  expectNoAxeViolations,
  expectNoAxeViolationsInLightAndDark,
  later,
  test,
  visit,
} from '../../../tests/e2e/fixtures.ts'
import { admin } from '../../../tests/e2e/portal-paths.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { rounds, slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import { simplePdf } from '../../../tests/helpers/pdf.ts'
import { scheduleOf } from '../../notes/schedule.ts'

const slow = slowOf(test)

/** As many as an office with monthly notes pays in a day; fewer in `npm test`. */
const payments = rounds(8, 40)
const today = fundDay()

test('a payday from a bank’s file is recorded by one administrator and approved by another in at most six presses', async ({
  site,
  administrator,
  investor,
}) => {
  const [requester, approver, person] = [await administrator(), await administrator(), await investor()]
  const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
  const { tag, total, buffer } = await givenPayday(query, person, payments)

  let presses = 0
  const press = async (target: Locator) => {
    presses++
    await target.click()
  }
  const { page } = requester
  await visit(page, '/profile/admin/register/bank')
  await page.getByLabel('CSV or OFX file').setInputFiles({ name: `${tag}.csv`, mimeType: 'text/csv', buffer })
  await press(page.getByRole('button', { name: 'Compare with the register' }))
  const open = page.getByRole('table', { name: 'Open bank lines' })
  const first = open.getByRole('row').filter({ hasText: `${tag}-0` })
  await expect(first.locator('option:checked')).toContainText(`Holder 0 ${tag}`)
  await expectNoAxeViolationsInLightAndDark(page)
  await press(page.getByRole('button', { name: 'Submit selected matches' }))
  await expect(page.getByText(`${payments} payments need approval`)).toBeVisible()
  // The fee isn't dropped: its text says what it is.
  await expect(page.getByText('1 line reconciled')).toBeVisible()
  await page.getByText(/^Reconciled: /).click()
  await expect(page.getByRole('row').filter({ hasText: `${tag}-FEE` })).toContainText('A bank fee')

  const second = approver.page
  await visit(second, admin.today)
  await press(second.getByRole('link', { name: /^Approvals/ }).first())
  await press(second.getByRole('link', { name: 'Approve payments together' }))
  await expect(second.getByRole('row').filter({ hasText: tag })).toHaveCount(payments)
  await leaveOutOthers(second, tag)
  const approveAll = second.getByRole('button', { name: `Approve ${payments} payments` })
  await expect(approveAll).toBeDisabled()
  // The total is nowhere on the page, and a wrong one isn't told how wrong it is.
  const shown = async () => (await second.content()).replaceAll(',', '')
  const plain = (cents: bigint) => formatCents(cents, true).replaceAll(',', '').slice(1)
  expect(await shown()).not.toContain(plain(total))
  await second.getByLabel(/^Total of/).fill(formatCents(total + 100n, true))
  await approveAll.click()
  await expect(second.getByText('This isn’t the total of what is selected.')).toBeVisible()
  expect(await shown()).not.toContain(plain(total))
  await second.getByLabel(/^Total of/).fill(formatCents(total, true))
  await expectNoAxeViolationsInLightAndDark(second)
  await press(approveAll)
  await expect(
    second.getByRole('status').filter({ hasText: `${payments} payments, ${formatCents(total, true)}, approved` }),
  ).toBeVisible()
  await expect(second).toHaveURL(/approvals\/together\/[0-9a-f-]{36}$/)
  await expectNoAxeViolationsInLightAndDark(second)
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

slow(
  'the bank’s page is attached after a first payment was decided: who approves the others is told, opens it and types its total',
  async ({ site, administrator, investor, colleague }) => {
    const [requester, approver, person] = [
      await administrator(later),
      await administrator(later),
      await investor(later),
    ]
    const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
    const { tag, cents, buffer } = await givenPayday(query, person, 3)
    const { page } = requester
    await visit(page, '/profile/admin/register/bank')
    await page.getByLabel('CSV or OFX file').setInputFiles({ name: `${tag}.csv`, mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Compare with the register' }).click()
    await expect(page.getByRole('row').filter({ hasText: `${tag}-0` })).toBeVisible()
    await page.getByRole('button', { name: 'Submit selected matches' }).click()
    await expect(page.getByText('3 payments need approval')).toBeVisible()
    await approve(site, colleague, requester)

    await visit(page, '/profile/admin/register/bank')
    await page.getByText('Attach the bank page for the approver').click()
    await expect(page.getByText('1 payment was decided without it.')).toBeVisible()
    const name = `Page of ${tag}.pdf`
    const file = { name, mimeType: 'application/pdf', buffer: simplePdf([`Account activity ${tag}`]) }
    await page.getByLabel('Choose a PDF or picture').setInputFiles(file)
    await page.getByLabel('Your document').selectOption(name)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Attach', exact: true }).click()
    await expect(page.getByText('1 payment was decided before it was attached.')).toBeVisible()
    await expect(page.getByText('Attach another page instead')).toBeVisible()

    const second = approver.page
    await visit(second, admin.approvals)
    await second.getByRole('link', { name: 'Approve payments together' }).click()
    await expect(second.getByRole('row').filter({ hasText: tag })).toHaveCount(2)
    await expect(second.getByText(`${name} was attached after 1 payment of its list had been decided.`)).toBeVisible()
    const [opened] = await Promise.all([
      second.context().waitForEvent('response', response => response.url().includes('/files/')),
      second.getByRole('link', { name }).click(),
    ])
    expect([opened.status(), opened.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await leaveOutOthers(second, tag)
    const waiting = await query(
      "select sum((content ->> 'cents')::bigint)::text as cents from approvals where decision is null and asked_by = $1",
      [requester.id],
    )
    const left = BigInt(waiting.rows[0]?.cents)
    expect(cents.some(paid => left + paid === sumCents(cents))).toBe(true)
    await second.getByLabel(/^Total of/).fill(formatCents(left, true))
    await second.getByRole('button', { name: 'Approve 2 payments' }).click()
    await expect(second.getByText(`2 payments, ${formatCents(left, true)}, approved`)).toBeVisible()

    // It was decided with the page in sight, so that stays.
    await visit(page, '/profile/admin/register/bank')
    await expect(page.getByRole('link', { name })).toBeVisible()
    await expect(page.getByText('Attach another page instead')).toHaveCount(0)
  },
)

slow(
  'several payments of a day are ticked in the due list and submitted together',
  async ({ site, administrator, investor }) => {
    const [office, person] = [await administrator(later), await investor(later)]
    // Nothing is submitted where no one else could approve it.
    await administrator()
    const { page } = office
    const { tag, day, total } = await givenPayday((text, values) => asOwner(site, text, values), person, 3, 6)
    await visit(page, `/profile/admin/register/due?from=${day}&to=${day}&select=${day}`)
    const rows = page.getByRole('row').filter({ hasText: tag })
    await expect(rows).toHaveCount(3)
    const boxes = rows.getByRole('checkbox')
    // Today leads here with the whole day selected.
    for (const box of await boxes.all()) await expect(box).toBeChecked()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await boxes.first().check()
    await boxes.last().click({ modifiers: ['Shift'] })
    const bar = page.getByRole('region', { name: 'Selected payments' })
    await expect(bar.getByRole('status')).toHaveText(`3 selected · ${formatCents(total, true)}`)
    await expectNoAxeViolationsInLightAndDark(page)
    await bar.getByRole('button', { name: 'Record 3 payments' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Paid on')).toHaveValue(day)
    await dialog.getByLabel('Bank reference').fill(tag)
    // Their holders have no tax number on file: all was paid out nevertheless.
    await dialog.getByRole('checkbox', { name: 'of tax was withheld' }).uncheck()
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Submit 3 payments for approval' }).click()
    await expect(page.getByText(`3 payments, ${formatCents(total, true)}, submitted for approval`)).toBeVisible()
    await expect(rows.getByText('Pending approval')).toHaveCount(3)
    await expect(boxes).toHaveCount(0)
  },
)

/**
 * @param daysAgo within the grace period; a story that selects a whole day takes one that no other story pays on
 * @returns the file that a bank exports of a day on which payments were made on monthly notes, and a fee was taken
 */
async function givenPayday(
  query: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>,
  person: { id: string },
  count: number,
  daysAgo = 10,
) {
  const tag = `PAYDAY${person.id.slice(0, 8)}`
  const issueDate = addDays(addMonths(today, -3), -daysAgo)
  const made = []
  for (let n = 0; n < count; n++) {
    const holder = await insertHolder(query, [person], { name: `Holder ${n} ${tag}` })
    const principalCents = BigInt(200_000_00 + n * 1_000_00)
    const terms = { principalCents, rateBp: 1100, termMonths: 12, payout: 'monthly', issueDate } as const
    const { number } = await insertNote(query, holder, { ...terms, until: today, paid: [1, 2] })
    const third = scheduleOf({ ...terms, dayCount: '30/360', convention: 'following' })[2]
    made.push({ number, day: third?.pay ?? '', cents: third?.interestCents ?? 0n })
  }
  const cents = made.map(({ cents }) => cents)
  const file = [
    'Date,Description,Amount,Reference',
    ...made.map(
      ({ number, day, cents }, n) =>
        `${day},ACH ${number},-${formatCents(cents, true).slice(1).replaceAll(',', '')},${tag}-${n}`,
    ),
    `${made[0]?.day},Wire fee,-25.00,${tag}-FEE`,
  ].join('\n')
  return { tag, day: made[0]?.day ?? '', cents, total: sumCents(cents), buffer: Buffer.from(file) }
}

/** What others have asked for meanwhile isn't on this bank's page. */
async function leaveOutOthers(page: Page, tag: string): Promise<void> {
  const others = page
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox') })
    .filter({ hasNotText: tag })
  for (const other of await others.all()) await other.getByRole('checkbox').uncheck()
}
