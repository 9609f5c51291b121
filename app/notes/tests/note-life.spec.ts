import { addDays, addMonths } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { accreditationRow } from '../../../server/sample/accreditations.ts'
import { fileRow } from '../../../server/sample/documents.ts'
import { elections } from '../../../server/sample/notes.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import { approve } from '../../../tests/e2e/approve.ts'
import { expect, expectNoAxeViolations, later, test, visit } from '../../../tests/e2e/fixtures.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import type { Site } from '../../../tests/helpers/server.ts'
import { scheduleOf } from '../schedule.ts'

const slow = slowOf(test)

const queryOf = (site: Site) => (text: string, values?: unknown[]) => asOwner(site, text, values)
const today = fundDay()

slow(
  'a payoff is asked for by one administrator, approved by another, and the note is shown as paid',
  async ({ site, administrator, investor, colleague }) => {
    const [requester, person] = [await administrator(later), await investor(later)]
    const query = queryOf(site)
    const issueDate = addDays(addMonths(today, -3), -10)
    const { id } = await insertNote(query, await insertHolder(query, [person]), {
      ...{ issueDate, until: today, paid: [1, 2, 3] },
    })
    const { page } = requester
    await visit(page, `/profile/admin/register/notes/${id}`)
    // What is rarely needed is folded; a link at the top opens it.
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Payoff' }).click()
    const payoff = page.getByRole('region', { name: 'Payoff' })
    await payoff.getByLabel('Bank reference').fill('WIRE 7')
    // What is wrong is said at its field, and nothing that was typed is lost.
    await payoff.getByLabel('Reason').fill(' ')
    await payoff.getByRole('button', { name: 'Submit payoff for approval' }).click()
    await expect(payoff.getByLabel('Reason')).toHaveAccessibleDescription(
      'Enter the reason, in at most 500 characters.',
    )
    await expect(payoff.getByLabel('Bank reference')).toHaveValue('WIRE 7')
    await payoff.getByLabel('Reason').fill('The holder asked for it')
    await payoff.getByRole('button', { name: 'Submit payoff for approval' }).click()
    await expect(page.getByRole('heading', { name: 'Waiting for a second person' })).toBeVisible()
    await approve(site, colleague, requester)

    await visit(page, `/profile/admin/register/notes/${id}`)
    await expect(page.getByRole('region', { name: 'Payoff' })).toHaveCount(0)
    await visit(person.page, `/profile/notes/${id}`)
    const state = person.page.locator('dl').filter({ hasText: 'State' })
    await expect(state).toContainText('Paid back')
  },
)

slow(
  'a payment ahead of its day is filled in with what can be recorded: its interest',
  async ({ site, administrator, investor, colleague }) => {
    const [requester, person] = [await administrator(later), await investor(later)]
    const query = queryOf(site)
    const issueDate = addMonths(addDays(today, 4), -12)
    const paid = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    const { id, number } = await insertNote(query, await insertHolder(query, [person]), {
      issueDate,
      until: today,
      paid,
    })
    const { page } = requester
    await visit(page, '/profile/admin/register/due')
    await page.getByRole('link', { name: `Record payment 12 of ${number}` }).click()
    const payment = page.getByRole('region', { name: 'Record a payment', exact: true })
    await expect(payment).toContainText('This is its interest; its principal can be recorded from')
    // Its holder has no tax number on file, so 24% is withheld.
    await expect(payment.getByLabel('Amount')).toHaveValue('1393.36')
    await expect(payment.getByLabel('Tax withheld')).toHaveValue('440.01')
    await payment.getByLabel('Bank reference').fill('ACH 12')
    await payment.getByRole('button', { name: 'Submit payment for approval' }).click()
    await expect(payment).toContainText('Payment 12, due')
    await expect(payment).toContainText('is pending approval')
    await approve(site, colleague, requester)
    await visit(page, `/profile/admin/register/notes/${id}?line=12`)
    await expect(payment).toContainText('Only the principal is left.')
  },
)

slow(
  'a holder is frozen by two people: its member reads everything, chooses nothing, until two people end it',
  async ({ site, administrator, investor, colleague }) => {
    const [requester, person] = [await administrator(later), await investor(later)]
    const query = queryOf(site)
    const name = `Trust of ${person.email}`
    const holderId = await insertHolder(query, [person], { name, kind: 'revocable_trust' })
    const issueDate = addMonths(addDays(today, 40), -12)
    const { id, number } = await insertNote(query, holderId, { issueDate, until: today, paid: [1, 2, 3] })
    const { page } = requester
    const own = person.page
    // They are choosing while the fund freezes it.
    await visit(own, `/profile/notes/${id}/choice`)
    await own.getByLabel('Renew for one year').check()

    await visit(page, `/profile/admin/holders/${holderId}`)
    await page.getByLabel('Why', { exact: true }).selectOption({ label: 'A member has died' })
    await page.getByRole('button', { name: 'Submit freeze for approval' }).click()
    await expect(page.getByText('Pending under Approvals: Freeze')).toBeVisible()
    await approve(site, colleague, requester)

    await own.getByRole('button', { name: 'Record my choice' }).click()
    const told = own.getByText(`${name} is frozen. You can read everything as before`)
    await expect(told).toBeVisible()
    await expect(own.getByText('If we hear nothing, $200,000 is paid out')).toBeVisible()
    await expect(own.getByLabel('Renew for one year')).toBeDisabled()
    await expect(own.getByRole('button', { name: 'Record my choice' })).toHaveCount(0)
    await visit(own, `/profile/notes/${id}`)
    await expect(told).toBeVisible()
    await expect(own.getByRole('table', { name: 'Payments by pay date' }).getByRole('row')).toHaveCount(13)
    await visit(own, '/profile/notes')
    await expect(told).toBeVisible()
    await expect(own.getByRole('link').filter({ hasText: number }).first()).toBeVisible()

    await visit(page, `/profile/admin/holders/${holderId}`)
    await expect(page.getByText('Frozen since')).toBeVisible()
    await page.getByLabel('Why it ends').fill('The executor acts for it')
    await page.getByRole('button', { name: 'Submit end of freeze for approval' }).click()
    await expect(page.getByText('Pending under Approvals: End the freeze')).toBeVisible()
    await approve(site, colleague, requester)
    await visit(own, `/profile/notes/${id}/choice`)
    await expect(told).toHaveCount(0)
    await own.getByLabel('Renew for one year').check()
    await own.getByRole('button', { name: 'Record my choice' }).click()
    await expect(own.getByText('You chose to renew $200,000.')).toBeVisible()
  },
)

slow(
  'a bank’s list is matched with what is due, one payment confirmed, asked for, approved, and shown as paid',
  async ({ site, administrator, investor, colleague }) => {
    const [requester, person] = [await administrator(later), await investor(later)]
    const query = queryOf(site)
    const issueDate = addDays(addMonths(today, -3), -10)
    const terms = { principalCents: 230_000_00n, rateBp: 1100, termMonths: 12, payout: 'monthly', issueDate } as const
    const { id, number } = await insertNote(query, await insertHolder(query, [person]), {
      ...{ ...terms, until: today, paid: [1, 2] },
    })
    const [, , third] = scheduleOf({ ...terms, dayCount: '30/360', convention: 'following' })
    const list = [
      'Date,Description,Amount,Reference',
      `${third?.pay},ACH ${number},-2108.33,TRACE-${number}`,
      `${third?.pay},Office rent,-4000.17,RENT`,
      `${third?.pay},Loan payment received,9000.00,IN`,
    ].join('\n')
    const { page } = requester
    await visit(page, '/profile/admin/register/bank')
    const file = { name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(list) }
    await page.getByLabel('CSV or OFX file').setInputFiles(file)
    await page.getByRole('button', { name: 'Compare with the register' }).click()
    const open = page.getByRole('table', { name: 'Open bank lines' })
    // Nothing is dropped: neither what came in, nor what is about no note.
    for (const other of ['Office rent', 'Loan payment received'])
      await expect(open.getByRole('row').filter({ hasText: other }).locator('option:checked')).toHaveText('Leave open')
    const match = open
      .getByRole('row')
      .filter({ hasText: `TRACE-${number}` })
      .getByRole('combobox')
    await expect(match.locator('option:checked')).toContainText(`${number} $2,108.33 due`)
    await open
      .getByRole('row')
      .filter({ hasText: 'Office rent' })
      .getByRole('combobox')
      .selectOption({ label: 'A bank fee' })
    await page.getByRole('button', { name: 'Submit selected matches' }).click()
    await expect(page.getByText('1 payment needs approval')).toBeVisible()
    await expect(page.getByText('1 line reconciled.')).toBeVisible()
    await approve(site, colleague, requester)

    await visit(person.page, `/profile/notes/${id}`)
    const schedule = person.page.getByRole('table', { name: 'Payments by pay date' })
    await expect(schedule.getByRole('row').nth(3)).toContainText('Paid')
    await expect(schedule.getByRole('row').nth(3)).not.toContainText('Not recorded')
  },
)

slow(
  'a payment that came back is reversed as a whole by two administrators, and its holder reads it',
  async ({ site, administrator, investor, colleague }) => {
    const [requester, person] = [await administrator(later), await investor(later)]
    const query = queryOf(site)
    const issueDate = addDays(addMonths(today, -3), -10)
    const { id } = await insertNote(query, await insertHolder(query, [person]), {
      issueDate,
      until: today,
      paid: [1],
    })
    const { page } = requester
    await visit(page, `/profile/admin/register/notes/${id}`)
    await page.getByText('Reverse a payment', { exact: true }).last().click()
    await expect(page.getByLabel('Payment', { exact: true })).toContainText('Interest paid on')
    await page.getByRole('button', { name: 'Submit reversal for approval' }).click()
    await expect(page.getByRole('heading', { name: 'Waiting for a second person' })).toBeVisible()
    await approve(site, colleague, requester)
    await visit(page, `/profile/admin/register/notes/${id}`)
    // Nothing is left to reverse but the return, where that was the mistake.
    await page.getByText('Reverse a payment', { exact: true }).last().click()
    const choice = page.getByLabel('Payment', { exact: true }).getByRole('option')
    await expect(choice).toHaveText([/^Interest paid on .*, came back on /])
    await visit(person.page, `/profile/notes/${id}`)
    await expect(person.page.getByRole('row', { name: /Returned/ }).first()).toBeVisible()
  },
)

slow(
  'a default is declared by two administrators, and cured by two once what was due is paid, not before',
  async ({ site, administrator, investor, colleague }) => {
    const [requester, person] = [await administrator(later), await investor(later)]
    const query = queryOf(site)
    const issueDate = addDays(addMonths(today, -2), -20)
    const holder = await insertHolder(query, [person])
    const { id, number } = await insertNote(query, holder, { issueDate, until: today, paid: [1] })
    const { page } = requester
    const address = `/profile/admin/register/notes/${id}`
    await visit(page, address)
    await page.getByText('Declare a default', { exact: true }).last().click()
    await page.getByLabel('Reason').last().fill('Unpaid since last month')
    await page.getByRole('button', { name: 'Submit default for approval' }).click()
    await expect(page.getByRole('heading', { name: 'Waiting for a second person' })).toBeVisible()
    await approve(site, colleague, requester)
    await visit(person.page, `/profile/notes/${id}`)
    await expect(person.page.locator('dl').filter({ hasText: 'State' })).toContainText('In default')

    await visit(page, address)
    await page.getByText('End the default', { exact: true }).last().click()
    await page.getByLabel('Reason').last().fill('Everything was paid')
    await page.getByRole('button', { name: 'Submit end of default for approval' }).click()
    await expect(page.getByText('A payment on this note is still late. Record it first.')).toBeVisible()

    const payment = page.getByRole('region', { name: 'Record a payment', exact: true })
    await payment.getByLabel('Bank reference').fill(`WIRE ${number}`)
    await payment.getByRole('button', { name: 'Submit payment for approval' }).click()
    await approve(site, colleague, requester)
    await visit(page, address)
    await page.getByText('End the default', { exact: true }).last().click()
    await page.getByLabel('Reason').last().fill('Everything was paid')
    await page.getByRole('button', { name: 'Submit end of default for approval' }).click()
    await expect(page.getByRole('heading', { name: 'Waiting for a second person' })).toBeVisible()
    await approve(site, colleague, requester)
    await visit(person.page, `/profile/notes/${id}`)
    await expect(person.page.locator('dl').filter({ hasText: 'State' })).not.toContainText('In default')
  },
)

slow(
  'a note that ran out is renewed as its holder chose, by two administrators, and its holder has the new one',
  async ({ site, administrator, investor, colleague }) => {
    const [requester, person] = [await administrator(later), await investor(later)]
    const query = queryOf(site)
    const holder = await insertHolder(query, [person])
    const issueDate = addDays(addMonths(today, -12), -2)
    const paid = Array.from({ length: 11 }, (_, n) => n + 1)
    const { id } = await insertNote(query, holder, { issueDate, until: today, paid, state: 'matured' })
    await elections.insert({ query }, { note_id: id, holder_id: holder, made_by: person.id })
    await query(insertOf('accreditations', accreditationRow({ holder_id: holder, started_by: person.id })))
    const { page } = requester
    await visit(page, `/profile/admin/register/notes/${id}`)
    await page.getByRole('button', { name: 'Submit renewal for approval' }).click()
    await expect(page.getByRole('heading', { name: 'Waiting for a second person' })).toBeVisible()
    await approve(site, colleague, requester)
    await visit(person.page, `/profile/notes/${id}`)
    const state = person.page.locator('dl').filter({ hasText: 'State' })
    await expect(state).toContainText('Renewed')
    await visit(person.page, '/profile/notes')
    await expect(person.page.locator('dl').first()).toContainText('Invested$200,000')
  },
)

slow(
  'a note is transferred to another holder, who has it until the transfer turns out to be a mistake',
  async ({ site, administrator, investor, colleague }) => {
    const requester = await administrator(later)
    const [person, heir] = [await investor(later), await investor(later)]
    const query = queryOf(site)
    const issueDate = addDays(addMonths(today, -2), -10)
    const { id } = await insertNote(query, await insertHolder(query, [person]), {
      issueDate,
      until: today,
      paid: [1, 2],
    })
    const to = await insertHolder(query, [heir], { name: 'Heir and Successor LLC' })
    const [{ number: toNumber }] = (await query('select number from holders where id = $1', [to])).rows
    const { page } = requester
    await visit(page, `/profile/admin/register/notes/${id}`)
    await page.getByText('Transfer to another holder', { exact: true }).last().click()
    await page.getByLabel('Number of the other holder').fill(toNumber)
    await page.getByLabel('Why').last().selectOption('Death')
    await page.getByLabel('Supporting document').fill('Letters testamentary')
    await page.getByRole('button', { name: 'Submit transfer for approval' }).click()
    await expect(page.getByRole('heading', { name: 'Waiting for a second person' })).toBeVisible()
    await approve(site, colleague, requester)
    await visit(heir.page, '/profile/notes')
    await expect(heir.page.getByText('Heir and Successor LLC').first()).toBeVisible()
    await expect(heir.page.locator('dl').first()).toContainText('Invested$200,000')
    await visit(person.page, `/profile/notes/${id}`)
    const state = person.page.locator('dl').filter({ hasText: 'State' })
    await expect(state).toContainText('Transferred')

    await visit(page, `/profile/admin/register/notes/${id}`)
    await page.getByText('Reverse the transfer', { exact: true }).last().click()
    await page.getByLabel('Reason').fill('It was another note')
    await page.getByRole('button', { name: 'Submit reversal of the transfer for approval' }).click()
    await expect(page.getByRole('heading', { name: 'Waiting for a second person' })).toBeVisible()
    await expectNoAxeViolations(page)
    await approve(site, colleague, requester)
    await visit(person.page, `/profile/notes/${id}`)
    await expect(state).toContainText('Current')
    await visit(heir.page, '/profile/notes')
    await expect(heir.page.locator('dl').first()).toContainText('Invested$0')
    await heir.page.getByRole('link', { name: /^\$200,000/ }).click()
    await expect(
      heir.page.getByText('Our records were corrected: this note is canceled, and nothing is owed on it.'),
    ).toBeVisible()
  },
)

slow(
  'the office files the signed note with a note, whose holder finds it on the note’s page',
  async ({ site, administrator, investor }) => {
    const [office, person] = [await administrator(later), await investor(later)]
    const query = queryOf(site)
    const holder = await insertHolder(query, [person])
    const { id } = await insertNote(query, holder, { issueDate: addDays(addMonths(today, -2), -10), until: today })
    const signed = { user_id: person.id, holder_id: holder, filename: 'Signed note.pdf' }
    await query(insertOf('documents', fileRow(signed)))
    await visit(person.page, `/profile/notes/${id}`)
    const own = person.page.getByRole('region', { name: 'Documents' })
    await expect(own).toContainText('Signed before it was entered here. Ask us for a copy.')

    const { page } = office
    await visit(page, `/profile/admin/register/notes/${id}`)
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Documents' }).click()
    const documents = page.getByRole('region', { name: 'Documents' })
    await documents.getByLabel('Document of the holder').selectOption('Signed note.pdf')
    await documents.getByRole('button', { name: 'File with this note' }).click()
    await expect(documents.getByRole('listitem')).toContainText('Signed note.pdf')
    await expectNoAxeViolations(page)
    await visit(person.page, `/profile/notes/${id}`)
    await expect(own.getByRole('link', { name: 'Signed note' })).toBeVisible()
    await documents.getByRole('button', { name: 'Take out: Signed note.pdf' }).click()
    await expect(documents).toContainText('None yet.')
  },
)
