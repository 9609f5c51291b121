import type { Locator } from '@playwright/test'
import { addDays, addMonths, formatDay } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { approve } from '../../../tests/e2e/approve.ts'
import { downloadBy } from '../../../tests/e2e/download.ts'
import {
  expect,
  expectNoAxeViolationsInLightAndDark,
  later,
  type Person,
  test,
  visit,
} from '../../../tests/e2e/fixtures.ts'
import type { SignedInPerson } from '../../../tests/e2e/signed-in-person.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import type { Site } from '../../../tests/helpers/server.ts'
import { lastPeriod } from '../statement-periods.ts'

const slow = slowOf(test)

const month = lastPeriod('monthly', fundDay())

async function release(site: Site, colleague: SignedInPerson, office: Person): Promise<void> {
  const { page } = office
  await page.getByRole('button', { name: 'Request release' }).click()
  await expect(page.getByRole('region', { name: 'State' }).getByText('Release requested.')).toBeVisible()
  await approve(site, colleague, office)
  // The page follows by itself.
  await expect(page.getByRole('region', { name: 'State' })).toContainText('Released')
}

const textBy = async (link: Locator) => String((await downloadBy(link)).content)

test('statements are prepared, looked through, released by another person, read, and corrected by a new one', async ({
  site,
  administrator,
  investor,
  colleague,
}) => {
  const person = await investor(later)
  const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
  const holder = await insertHolder(query, [person], { name: `Holder of ${person.email}` })
  await query("update holders set statement_rhythm = 'monthly' where id = $1", [holder])
  const before = lastPeriod('monthly', lastPeriod('monthly', month.start).start).start
  await insertNote(query, holder, { issueDate: before, until: fundDay(), paid: [1, 2] })

  const office = await administrator({ at: '/profile/admin/statements' })
  const { page } = office
  await page.getByLabel('Which statements').selectOption('statement monthly')
  await page.getByRole('button', { name: 'Prepare' }).click()
  const state = page.getByRole('region', { name: 'State' })
  await expect(state).toContainText('Ready to release')
  await expect(state).toContainText(`${formatDay(month.start)} to ${formatDay(month.end)}`)
  const row = page.getByRole('row').filter({ hasText: person.email })
  await expect(row).toContainText('$200,000.00')
  await expectNoAxeViolationsInLightAndDark(page)

  // The office reads it; its investor doesn't know of it yet.
  const document = row.getByRole('link', { name: /^[A-Z]+-/ }).first()
  const [number, address] = [await document.innerText(), String(await document.getAttribute('href'))]
  expect((await page.request.get(address)).headers()['content-type']).toBe('application/pdf')
  expect((await person.context.request.get(address)).status()).toBe(404)
  await visit(person.page, '/profile/notes')
  await expect(person.page.getByRole('heading', { name: 'Statements' })).toHaveCount(0)

  const mails = site.mailbox.messages.filter(({ to }) => to === person.email).length
  await release(site, colleague, office)
  // The ten minutes in which news are gathered are over at once.
  const { rowCount } = await query(
    "update jobs.job set start_after = now() where name = 'send-notices' and data ->> 'user_id' = $1",
    [person.id],
  )
  expect(rowCount).toBe(1)
  const mail = await site.mailbox.to(person.email, mails)
  expect(mail.text).not.toContain('200,000')
  await visit(person.page, '/profile/notes')
  const entry = person.page.getByRole('listitem').filter({ hasText: number })
  await expect(entry).toContainText('$200,000.00')
  expect(await textBy(entry.getByRole('link', { name: `CSV of ${number}` }))).toContain(number)
  await entry.getByRole('link').first().click()
  const viewer = person.page.getByRole('dialog')
  await viewer.getByRole('button', { name: 'More' }).click()
  expect(await textBy(viewer.getByRole('link', { name: 'Download as CSV' }))).toContain(number)
  await person.page.keyboard.press('Escape')
  // Among the documents it is one row, and its CSV beside it.
  await visit(person.page, '/profile')
  const listed = person.page.getByRole('row').filter({ hasText: 'Statement, ' })
  await expect(listed).toHaveCount(1)
  expect(await textBy(listed.getByRole('link', { name: /^CSV of Statement, .*\.pdf$/ }))).toContain(number)
  await expect(person.page.getByRole('dialog')).toHaveCount(0)
  expect(await textBy(row.getByRole('link', { name: 'CSV' }))).toContain(number)

  await row.getByRole('button', { name: `Correct ${number}` }).click()
  await page.getByLabel('What is corrected').fill('The address is the new one.')
  await page.getByRole('button', { name: 'Prepare the correction' }).click()
  await expect(page.getByText(`Corrects ${number}: The address is the new one.`)).toBeVisible()
  await expect(state).toContainText('Ready to release')
  await release(site, colleague, office)
  await visit(person.page, '/profile/notes')
  await expect(person.page.getByText(`corrects ${number}`)).toBeVisible()
  await expect(person.page.getByRole('listitem').filter({ hasText: number })).toHaveCount(2)
})

slow(
  'a holder without an authorized person is left out of a run, which the others don’t wait for, and gets its statement alone once there is one',
  async ({ site, administrator, investor, colleague }) => {
    const [office, person, trustee] = [await administrator(later), await investor(later), await investor(later)]
    const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
    // A rhythm that no other story's holders have.
    const year = lastPeriod('annual', fundDay())
    const issueDate = addDays(addMonths(year.end, -6), 1)
    const given = async (members: Person[], name: string) => {
      const holder = await insertHolder(query, members, { name, kind: 'irrevocable_trust' })
      await insertNote(query, holder, { issueDate, termMonths: 24, until: fundDay(), paid: [1, 2, 3, 4, 5] })
      const annual = "update holders set statement_rhythm = 'annual' where id = $1 returning number"
      const { number } = (await query(annual, [holder])).rows[0]
      return { holder, number: String(number) }
    }
    await given([person], `Trust of ${person.email}`)
    const orphan = await given([], `Trust of ${trustee.email}`)

    const { page } = office
    await visit(page, '/profile/admin/statements')
    await page.getByLabel('Which statements').selectOption('statement annual')
    await page.getByRole('button', { name: 'Prepare' }).click()
    const state = page.getByRole('region', { name: 'State' })
    await expect(state).toContainText('Ready to release')
    const run = page.url()
    await expect(state).toContainText(new RegExp(`Left out: .*${orphan.number}.*: no authorized person\\.`))
    await expect(state).toContainText('Everyone else’s documents can be released.')
    await expect(page.getByRole('row').filter({ hasText: person.email })).toHaveCount(1)
    await expect(page.getByRole('row').filter({ hasText: trustee.email })).toHaveCount(0)
    await expectNoAxeViolationsInLightAndDark(page)
    await release(site, colleague, office)
    await visit(person.page, '/profile/notes')
    const statementOf = ({ page: own, email }: Person) =>
      own
        .getByRole('listitem')
        .filter({ hasText: new RegExp(`Statement, .*${year.end.slice(0, 4)}`) })
        .filter({ hasText: `Trust of ${email}` })
    await expect(statementOf(person)).toContainText('$200,000.00')

    // No one acts for it still, and then someone does.
    const alone = page.getByRole('region', { name: 'Add a holder’s document' })
    const prepare = async () => {
      await alone.getByLabel('Holder’s number').fill(orphan.number)
      await alone.getByRole('button', { name: 'Prepare the statement' }).click()
    }
    await prepare()
    await expect(alone.getByRole('alert')).toContainText('No one is authorized for this holder.')
    await visit(page, `/profile/admin/holders/${orphan.holder}`)
    await page.getByLabel('Add by e-mail').fill(trustee.email)
    await page.getByLabel('Supporting document').fill('Trust agreement')
    await page.getByRole('button', { name: 'Submit for approval' }).click()
    await expect(page.getByText('Pending under')).toBeVisible()
    await approve(site, colleague, office)
    await visit(page, run)
    await prepare()
    await expect(page.getByRole('heading', { name: new RegExp(`^Statement of ${orphan.number} to `) })).toBeVisible()
    await expect(state).toContainText('Ready to release')
    await expect(page.getByRole('row').filter({ hasText: trustee.email })).toHaveCount(1)
    await release(site, colleague, office)
    await visit(trustee.page, '/profile/notes')
    await expect(statementOf(trustee)).toContainText('$200,000.00')
  },
)
