import { addDays, addMonths } from '../../rules/days.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { insertConsent, insertHolder, insertNote } from '../helpers/insert-notes.ts'
import { slowOf } from '../helpers/lane.ts'
import { asOwner } from '../helpers/owner.ts'
import type { Site } from '../helpers/server.ts'
import { expect, expectNoAxeViolations, later, test, visit } from './fixtures.ts'
import { newPerson } from './signed-in-person.ts'

const slow = slowOf(test)

const queryOf = (site: Site) => (text: string, values?: unknown[]) => asOwner(site, text, values)
const unreadable = 'Enter the amount in dollars, such as $200,000.'

test('what can’t be an answer of the wizard is named at its field, which gets the focus and keeps what was typed', async ({
  site,
  investor,
}) => {
  const person = await investor(later)
  const { page } = person
  const holder = await insertHolder(queryOf(site), [person], { name: 'Ann and Ben Field', kind: 'joint_jtwros' })
  await insertConsent(queryOf(site), person)
  await visit(page, `/profile/accreditation?holder=${holder}`)
  await page.getByLabel('It’s my own money').check()
  await page.getByLabel('Every holder').fill('Ann Field\nBen Field')
  const amount = page.getByLabel('How much you invest')
  for (const typed of ['a lot', '0', '99999999999999999', '200.001', ',']) {
    await amount.fill(typed)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(amount).toHaveAccessibleDescription(unreadable)
    await expect(amount).toBeFocused()
    await expect(amount).toHaveValue(typed)
  }
  await expect(page.getByLabel('It’s my own money')).toBeChecked()
  await amount.fill('250,000')
  await page.getByLabel('Every holder').fill('A'.repeat(201))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Every holder')).toHaveAccessibleDescription(/at most 50, each in at most 200/)
  await expectNoAxeViolations(page)

  await page.getByLabel('Every holder').fill('Ann Field\nBen Field')
  await page.getByLabel('count our income or net worth together').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('By the amount you invest')).toBeChecked()
  await page.getByRole('button', { name: 'Continue' }).click()
  const name = page.getByLabel('Your full name')
  await name.fill('X')
  await page.getByRole('button', { name: 'Sign and send' }).click()
  await expect(name).toHaveAccessibleDescription(/Type your full name, as your signature\./)
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('X')
  await name.fill('Ann Field')
  await page.getByRole('button', { name: 'Sign and send' }).click()
  await expect(page.getByRole('list', { name: 'Where it is' })).toBeVisible()
})

slow(
  'without scripts, the wizard and the election say the same on their page, and keep what was typed',
  async ({ site, investor }) => {
    const person = await investor({ ...later, javaScriptEnabled: false })
    const { page } = person
    const holder = await insertHolder(queryOf(site), [person], { name: 'Nora Field' })
    await visit(page, '/profile/accreditation')
    await page.getByLabel('It’s my own money').check()
    await page.getByLabel('How much you invest').fill('a lot')
    await page.getByRole('radio', { name: /a person whose income was over/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText(unreadable)).toBeVisible()
    await expect(page.getByLabel('How much you invest')).toHaveValue('a lot')
    await expect(page.getByLabel('It’s my own money')).toBeChecked()
    await expect(page.getByRole('radio', { name: /a person whose income was over/ })).toBeChecked()
    await page.getByLabel('How much you invest').fill('150,000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('radio', { name: /letter/i }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('link', { name: 'Download the letter' })).toBeVisible()

    const issueDate = addMonths(addDays(fundDay(), 40), -12)
    const terms = { issueDate, principalCents: 500_000_00n, rateBp: 1300, until: fundDay(), paid: [1, 2, 3] }
    const { id } = await insertNote(queryOf(site), holder, terms)
    await visit(page, `/profile/notes/${id}/choice`)
    await page.getByLabel('Renew part for one year').check()
    await page.getByLabel('Amount to renew').fill('half')
    await page.getByRole('button', { name: 'Record my choice' }).click()
    await expect(page.getByText('Enter an amount from the fund’s minimum')).toBeVisible()
    await expect(page.getByLabel('Amount to renew')).toHaveValue('half')
    await expect(page.getByLabel('Renew part for one year')).toBeChecked()
    await page.getByLabel('Amount to renew').fill('200,000')
    await page.getByRole('button', { name: 'Record my choice' }).click()
    await expect(page.getByRole('heading', { name: 'Your choice is recorded' })).toBeVisible()
    await expect(page.getByText('You chose to renew $200,000 and have $300,000 paid out.')).toBeVisible()
    await page.getByText('Change my choice').first().click()
    await page.getByLabel('Pay it out').check()
    await page.getByRole('button', { name: 'Change my choice' }).click()
    await expect(page.getByText('You chose to have $500,000 paid out.')).toBeVisible()
  },
)

slow(
  'a bank’s list that can’t be read is named at its field, with scripts, which move the focus, and without',
  async ({ administrator }) => {
    const file = { name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from('Color,Shape\nred,round\n') }
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await administrator({ ...later, javaScriptEnabled })
      await visit(page, '/profile/admin/register/bank')
      const field = page.getByLabel('CSV or OFX file')
      await field.setInputFiles(file)
      await page.getByRole('button', { name: 'Compare with the register' }).click()
      await expect(field).toHaveAccessibleDescription(/no columns for a date, an amount and a description/)
      if (javaScriptEnabled) await expect(field).toBeFocused()
    }
  },
)

slow(
  'what can’t be a holder’s is named at its field, which gets the focus and keeps what was typed',
  async ({ site, administrator, investor }) => {
    const [{ page }, person] = [await administrator(), await investor()]
    await visit(page, '/profile/admin/holders/new')
    const [name, email] = [page.getByLabel('Name', { exact: true }), page.getByLabel('E-mail')]
    await name.fill('   ')
    await email.fill('nobody@example.com')
    await page.getByRole('button', { name: 'Add holder' }).click()
    await expect(name).toHaveAccessibleDescription(/Enter the name exactly as it is titled/)
    await expect(name).toBeFocused()
    await name.fill('Field Family Trust')
    await page.getByRole('button', { name: 'Add holder' }).click()
    await expect(email).toHaveAccessibleDescription(/No one with that e-mail address has been accepted/)
    await expect(email).toBeFocused()
    await expect(name).toHaveValue('Field Family Trust')
    await expect(name).toHaveAccessibleDescription(
      'Exactly as titled, such as “Horizon Trust Company FBO Jane Doe IRA”.',
    )
    await expectNoAxeViolations(page)

    const holder = await insertHolder(queryOf(site), [person], {
      name: 'Ida Field',
      kind: 'sdira',
      custodian: 'Horizon',
    })
    await visit(page, `/profile/admin/holders/${holder}`)
    const custodian = page.getByLabel('Custodian', { exact: true })
    await custodian.fill(' ')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(custodian).toHaveAccessibleDescription('Enter the custodian of this IRA.')
    await expect(custodian).toBeFocused()
    const added = page.getByLabel('Add by e-mail')
    await added.fill(person.email)
    await page.getByLabel('Supporting document').fill('Operating agreement')
    await page.getByRole('button', { name: 'Submit for approval' }).click()
    await expect(added).toHaveAccessibleDescription('This person is already authorized for the holder.')
    await expect(added).toBeFocused()
  },
)

slow(
  'without scripts, a holder’s forms say the same on their page, and keep what was typed',
  async ({ site, administrator, investor }) => {
    const [{ page }, person] = [await administrator({ ...later, javaScriptEnabled: false }), await investor()]
    await visit(page, '/profile/admin/holders/new')
    await page.getByLabel('Name', { exact: true }).fill('Field Family Trust')
    await page.getByLabel('Kind').selectOption('revocable_trust')
    await page.getByLabel('E-mail').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Add holder' }).click()
    await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/No one with that e-mail address/)
    await expect(page.getByLabel('E-mail')).toHaveValue('nobody@example.com')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Field Family Trust')
    await expect(page.getByLabel('Kind')).toHaveValue('revocable_trust')

    const holder = await insertHolder(queryOf(site), [person], { name: 'Fay Field' })
    await asOwner(site, `update holders set frozen_at = now() where id = $1`, [holder])
    await visit(page, `/profile/admin/holders/${holder}`)
    await page.getByLabel('Why it ends').fill(' ')
    await page.getByRole('button', { name: 'Submit end of freeze for approval' }).click()
    await expect(page.getByLabel('Why it ends')).toHaveAccessibleDescription('Say why, in at most 300 characters.')
    await expect(page.getByText('Say why, in at most 300 characters.')).toHaveCount(1)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Fay Field')
  },
)

slow(
  'a bank’s list that nothing was chosen from asks for a line and is still there, with scripts and without',
  async ({ site, administrator, investor }) => {
    const holder = await insertHolder(queryOf(site), [await investor()], { name: 'Una Field' })
    const issueDate = addDays(addMonths(fundDay(), -2), -10)
    const terms = { principalCents: 312_000_00n, rateBp: 1150, issueDate, until: fundDay(), paid: [1] }
    const { number } = await insertNote(queryOf(site), holder, terms)
    const day = addDays(addMonths(issueDate, 2), 1)
    const buffer = Buffer.from(
      `Date,Description,Amount,Reference\n${day},Wire,-2990.00,W 1\n${day},"Rent, office",-17.00,R 2\n`,
    )
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await administrator({ ...later, javaScriptEnabled })
      await visit(page, '/profile/admin/register/bank')
      await page.getByLabel('CSV or OFX file').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer })
      await page.getByRole('button', { name: 'Compare with the register' }).click()
      const confirm = page.getByRole('button', { name: 'Submit selected matches' })
      await confirm.click()
      await expect(page.getByText('Select a match for at least one line.')).toHaveCount(1)
      await expect(page.getByRole('row').filter({ hasText: 'Rent, office' })).toBeVisible()
      await page.getByLabel('Match for Wire').selectOption({ index: 1 })
      await expect(page.getByRole('row').filter({ hasText: 'W 1' })).toContainText(number)
      if (javaScriptEnabled) continue
      await confirm.click()
      await expect(page.getByText('1 payment needs approval')).toBeVisible()
    }
  },
)

slow(
  'a rare step of a note that is refused without scripts is open, and says why at its field',
  async ({ site, administrator, investor }) => {
    const holder = await insertHolder(queryOf(site), [await investor()], { name: 'Ola Field' })
    const issueDate = addDays(addMonths(fundDay(), -6), -10)
    const { id } = await insertNote(queryOf(site), holder, { issueDate, until: fundDay(), paid: [1, 2, 3, 4, 5] })
    const { page } = await administrator({ ...later, javaScriptEnabled: false })
    await visit(page, `/profile/admin/register/notes/${id}`)
    await expect(page.getByLabel('Number of the other holder')).toBeHidden()
    await expect(page.getByRole('table', { name: 'Schedule', exact: true }).getByRole('row')).toHaveCount(8)
    await page.getByText('5 payments recorded').click()
    const recorded = page.getByRole('table', { name: 'Recorded payments of the schedule' })
    await expect(recorded.getByRole('row')).toHaveCount(6)

    await page.getByRole('heading', { name: 'Transfer to another holder' }).click()
    await page.getByLabel('Number of the other holder').fill('H-999999')
    await page.getByLabel('Supporting document').fill('Court order 12')
    await page.getByLabel('Why').last().selectOption({ index: 1 })
    const why = await page.getByLabel('Why').last().inputValue()
    await page.getByRole('button', { name: 'Submit transfer for approval' }).click()
    await expect(page.getByLabel('Number of the other holder')).toHaveAccessibleDescription(
      'This holder doesn’t exist.',
    )
    await expect(page.getByText('This holder doesn’t exist.')).toHaveCount(1)
    await expect(page.getByLabel('Supporting document')).toHaveValue('Court order 12')
    await expect(page.getByLabel('Why').last()).toHaveValue(why)
    // The other rare steps stay closed.
    await expect(page.getByLabel('Reason')).not.toHaveCount(0)
    await expect(page.getByLabel('Reason').filter({ visible: true })).toHaveCount(0)
  },
)

test('news that arrive just as a form is sent don’t keep its answer from leading on', async ({
  site,
  administrator,
}) => {
  const [{ page }, person] = [await administrator(later), await newPerson(site)]
  // Lets the story bring news itself, at the worst moment.
  await page.addInitScript(() => {
    const streams: EventSource[] = []
    Object.assign(window, { streams })
    window.EventSource = class extends EventSource {
      constructor(...address: ConstructorParameters<typeof EventSource>) {
        super(...address)
        streams.push(this)
      }
    }
  })
  await visit(page, '/profile/admin/holders/new')
  await page.getByLabel('Name', { exact: true }).fill('News Family Trust')
  await page.getByLabel('E-mail').fill(person.email)
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { streams: EventSource[] }).streams.at(-1)?.readyState))
    .toBe(1)
  await page.getByRole('button', { name: 'Add holder' }).evaluate(button => {
    const { streams } = window as unknown as { streams: EventSource[] }
    streams.at(-1)?.dispatchEvent(new MessageEvent('office'))
    // Until the reload that this asks for is due, so that it begins before the page shows that a form is being sent.
    const began = performance.now()
    while (performance.now() < began + 500);
    ;(button as HTMLButtonElement).click()
  })
  await expect(page.getByRole('heading', { name: 'News Family Trust' })).toBeVisible()
})
