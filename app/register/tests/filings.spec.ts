import { addDays, addMonths, formatDay } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { downloadBy } from '../../../tests/e2e/download.ts'
import { expect, expectNoAxeViolationsInLightAndDark, later, test, visit } from '../../../tests/e2e/fixtures.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import { formDDue } from '../filing-days.ts'

const slow = slowOf(test)

const today = fundDay()

slow(
  'Form D, its yearly amendment and a state’s notice are marked as filed, and get their receipts; a mistake is withdrawn',
  async ({ site, administrator, investor }) => {
    const [{ page }, person] = [await administrator(later), await investor(later)]
    const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
    const offering = `Notes of ${person.email}`
    const sold = addMonths(today, -14)
    await insertNote(query, await insertHolder(query, [person]), { issueDate: sold, until: sold, offering })

    await visit(page, '/profile/admin/register/sales')
    const own = page.locator('section').filter({ has: page.getByRole('heading', { name: offering }) })
    const texas = own
      .getByRole('table', { name: /^Sales of/ })
      .getByRole('row')
      .filter({ hasText: 'TX' })
    const filings = own.getByRole('table', { name: /^Filings of/ })
    const filed = async (what: string, day: string, receipt = '') => {
      await own.getByLabel('Filed', { exact: true }).selectOption({ label: what })
      await own.getByLabel('On', { exact: true }).fill(day)
      await own.getByLabel('Receipt number, if you have it').fill(receipt)
      await own.getByRole('button', { name: 'Record filing' }).click()
    }
    await expect(own).toContainText(`Form D was due on ${formatDay(formDDue(sold))}, and isn’t recorded as filed.`)
    await expect(texas).toContainText('Overdue')

    // Filed first, its receipt later: it stays one filing.
    const first = addDays(sold, 10)
    await filed('Form D', first)
    await expect(own).toContainText(
      `Form D filed on ${formatDay(first)}; while the offering continues, the next amendment was due by ${formatDay(addMonths(first, 12))}.`,
    )
    const formD = filings.getByRole('row').filter({ hasText: formatDay(first) })
    await expect(formD).toContainText('None yet')
    await filed('Form D', first, '0001234567-25-000012')
    await expect(formD).toContainText('0001234567-25-000012')
    await expect(formD).toHaveCount(1)
    await filed('Form D', first, 'another')
    await expect(own.getByText('This filing is in the list already.')).toBeVisible()

    const amended = addDays(today, -1)
    await filed('Form D, yearly amendment', amended, '0001234567-26-000034')
    await expect(own).toContainText(
      `Form D, yearly amendment filed on ${formatDay(amended)}; while the offering continues, the next amendment is due by ${formatDay(addMonths(amended, 12))}.`,
    )
    await filed('State notice, TX', addDays(sold, 12))
    await expect(texas).toContainText('no receipt yet')
    await filed('State notice, TX', addDays(sold, 12), 'TX-2025-118')
    await expect(texas).toContainText('TX-2025-118')
    await expectNoAxeViolationsInLightAndDark(page)
    const { content } = await downloadBy(page.getByRole('link', { name: 'Export CSV' }))
    const lines = String(content)
      .split('\r\n')
      .filter(line => line.includes(offering))
    expect(lines).toHaveLength(2)
    expect(lines.find(line => line.includes('TX'))).toContain('TX-2025-118')

    await own.getByRole('button', { name: `Withdraw State notice of ${formatDay(addDays(sold, 12))}` }).click()
    await expect(texas).toContainText('Overdue')
    await expect(filings.getByRole('row')).toHaveCount(3)
  },
)
