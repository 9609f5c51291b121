import { addDays, addMonths, formatDay } from '../../../rules/days.ts'
import { parseCents } from '../../../rules/money.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { downloadBy } from '../../../tests/e2e/download.ts'
import { figureOf } from '../../../tests/e2e/figures.ts'
import { expect, expectNoAxeViolationsInLightAndDark, later, test, visit } from '../../../tests/e2e/fixtures.ts'
import { importJournal } from '../../../tests/helpers/hledger.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { journalsOf, readCsv } from '../../../tests/helpers/journal.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import { unzip } from '../../../tests/helpers/unzip.ts'
import { type JournalFormat, journalFormats } from '../../ledger/journal.ts'

const slow = slowOf(test)

const formats = Object.keys(journalFormats) as JournalFormat[]
const next = `${fundDay().slice(0, 8)}01`
/** Of the month that is closed. */
const [from, to] = [addMonths(next, -1), addDays(next, -1)]

const filesOf = (archive: Buffer) =>
  Object.fromEntries(unzip(archive).map(({ name, content }) => [name, content.toString()]))

/** @returns debits and credits of all files, as an archive's manifest says */
function sumsOf(files: Record<string, string>) {
  const [, , , entries, , debits = '', credits = ''] = readCsv(files['Manifest.csv'] ?? '').at(-1) ?? []
  return { entries: Number(entries), debits: parseCents(debits), credits: parseCents(credits) }
}

slow(
  'a month is closed: its accrual and reversal, and its journal, leave for each program once, with the sums that the pages show',
  async ({ site, administrator, investor }) => {
    const [{ page }, person] = [await administrator(later), await investor(later)]
    const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
    const issueDate = addDays(addMonths(from, -2), 9)
    const { number } = await insertNote(query, await insertHolder(query, [person]), {
      ...{ issueDate, until: fundDay(), paid: [1, 2] },
    })

    await visit(page, `/profile/admin/register/journal?from=${from}&to=${to}`)
    const debits = await figureOf(page, 'Debits')
    expect(await figureOf(page, 'Credits')).toBe(debits)

    // What had accrued at the month's end, which is what the page offers first.
    await page.getByRole('link', { name: 'Accrued interest' }).click()
    await expect(page.getByLabel('At the end of')).toHaveValue(to)
    await expect(page.getByRole('row').filter({ hasText: number })).toContainText('$200,000.00')
    await expectNoAxeViolationsInLightAndDark(page)
    const accrued = await figureOf(page, 'Accrued, not yet due')
    for (const format of formats) {
      const label = format === 'csv' ? 'As CSV' : `For ${journalFormats[format]}`
      const { name, content } = await downloadBy(page.getByRole('link', { name: label }))
      expect(name).toMatch(new RegExp(`^accrual-${format}-${to}-.*\\.zip$`))
      const files = filesOf(content)
      // Booked on the last day, and back on the first of the next month.
      expect(sumsOf(files)).toEqual({ entries: 2, debits: 2n * (accrued ?? 0n), credits: 2n * (accrued ?? 0n) })
      expect(files['Accrued-by-note.csv']).toContain(number)
      if (format !== 'csv')
        expect(importJournal(format, journalsOf(files))).toMatchObject({
          unbalanced: [],
          balances: {},
          days: [to, next],
        })
    }

    await visit(page, `/profile/admin/register/journal?from=${from}&to=${to}`)
    const exports = page.getByRole('table', { name: 'Exports of the journal' })
    const program = page.getByLabel('Program')
    const leave = page.getByRole('button', { name: `Export ${formatDay(from)} to ${formatDay(to)}` })
    for (const format of formats) {
      const words = journalFormats[format]
      await program.selectOption(format)
      await leave.click()
      const kept = exports.getByRole('row').filter({ hasText: words }).first()
      await expect(kept).toContainText(`${formatDay(from)} to ${formatDay(to)}`)
      const { name, content } = await downloadBy(kept.getByRole('link', { name: /^Download export/ }))
      expect(name).toMatch(new RegExp(`^journal-\\d+-${format}-${from}-${to}-.*\\.zip$`))
      const files = filesOf(content)
      expect(Object.keys(files)).toEqual(expect.arrayContaining(['Accounts.csv', 'Manifest.csv', 'SHA256SUMS']))
      const { entries, ...sums } = sumsOf(files)
      expect(sums.credits).toBe(sums.debits)
      await expect(kept.getByRole('cell').nth(1)).toHaveText(String(entries))
      expect(parseCents(await kept.getByRole('cell').nth(2).innerText())).toBe(sums.debits)
      expect(journalsOf(files).join()).toContain(number)
      if (format !== 'csv') expect(importJournal(format, journalsOf(files))).toMatchObject({ unbalanced: [], entries })
      await expect(
        page
          .getByRole('table', { name: /^Entries from/ })
          .getByRole('row')
          .nth(1),
      ).toContainText(words)
    }

    // A second time there is nothing, unless what has left is asked for again: then it is the whole month.
    await expect(program.getByRole('option')).toHaveText(
      formats.map(format => `${journalFormats[format]}: nothing new`),
    )
    await leave.click()
    await expect(page.getByText('There is nothing new to export')).toBeVisible()
    await page.getByLabel('Also entries of this period that have been exported before').check()
    await leave.click()
    await expect(page.getByText('Exported. Download it below.')).toBeVisible()
    const whole = exports
      .getByRole('row')
      .nth(1)
      .getByRole('link', { name: /^Download export/ })
    expect(sumsOf(filesOf((await downloadBy(whole)).content)).debits).toBe(debits)
    await expectNoAxeViolationsInLightAndDark(page)
  },
)
