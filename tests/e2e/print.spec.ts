import type { Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { scheduleOf } from '../../app/notes/schedule.ts'
import { formatDayOf } from '../../app/notes/short-days.ts'
import { dueDaysAhead } from '../../app/register/register.ts'
import { faq } from '../../content/faq.ts'
import { fund } from '../../content/fund.ts'
import { terms } from '../../content/legal/terms.ts'
import { addDays, addMonths, formatDay } from '../../rules/days.ts'
import { formatCents } from '../../rules/money.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { insertHolder, insertNote } from '../helpers/insert-notes.ts'
import { slowOf } from '../helpers/lane.ts'
import { asOwner } from '../helpers/owner.ts'
import { expect, test, visit } from './fixtures.ts'

const slow = slowOf(test)

const formats = ['Letter', 'A4'] as const

/** @returns the text of a page in print, one for each sheet of paper; turned as the page asks for */
async function printedSheets(page: Page, format: (typeof formats)[number] = 'Letter'): Promise<string[]> {
  const data = new Uint8Array(await page.pdf({ format, preferCSSPageSize: true }))
  const task = getDocument({ data, verbosity: 0 })
  const pdf = await task.promise
  const sheets: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    sheets.push(
      items
        .map(item => ('str' in item ? item.str : ''))
        .join(' ')
        .replaceAll(/\s+/g, ' '),
    )
  }
  await task.destroy()
  return sheets
}

test('the terms print completely, and nothing else does', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/terms')
  const all = (await printedSheets(page)).join(' ')
  for (const { heading } of terms.sections) expect(all).toContain(heading)
  for (const part of ['Contents', 'Sign In', 'Skip to content']) expect(all).not.toContain(part)
})

slow('the calculator prints as its sentence and figures, on a few sheets', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/investor-info?amount=430000&term=2&paid=monthly')
  const sheets = await printedSheets(page)
  expect(sheets.length).toBeLessThanOrEqual(3)
  const all = sheets.join(' ')
  for (const part of ['On a note of $430,000 for two years at 13% a year', 'Per month', '$4,658.33'])
    expect(all).toContain(part)
  for (const part of ['Exact amount', 'Show as a table', 'Copy link', 'Book a call']) expect(all).not.toContain(part)
  // The first one is more than a heading.
  expect(sheets[0]).toContain('$200K')
})

slow('every question prints with its answer, open or not', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/faq')
  const all = (await printedSheets(page)).join(' ').replaceAll(/\s/g, '')
  for (const { answer } of faq.questions) expect(all).toContain((answer[0] ?? '').replaceAll(/\s/g, ''))
})

slow('the executive summary prints on one sheet of paper, and the deck two pages to a sheet', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/documents?view=onepager')
  for (const format of formats) expect((await printedSheets(page, format)).length, format).toBe(1)
  await visit(page, '/documents')
  for (const format of formats) expect((await printedSheets(page, format)).length, format).toBe(7)
})

slow(
  'a note prints on one sheet, Letter or A4: letterhead, terms, drawing and every payment; so do all notes together',
  async ({ site, investor }) => {
    const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
    const person = await investor()
    const { page } = person
    const today = fundDay()
    const holder = await insertHolder(query, [person], {
      ...{
        name: 'Equity Trust Company Custodian FBO Elena Marsh IRA',
        kind: 'sdira',
        custodian: 'Equity Trust Company',
      },
    })
    // The longest schedule: monthly, for two years, with a first payment that is late and principal at the end.
    const terms = {
      issueDate: addDays(addMonths(today, -4), -3),
      principalCents: 250_001_00n,
      rateBp: 1133,
      termMonths: 24,
    } as const
    const paid = [2, 3, 4]
    const { id, number } = await insertNote(query, holder, { ...terms, until: today, paid, payee: 'Chase ••4821' })
    for (const months of [-9, -2]) {
      const issueDate = addMonths(today, months)
      await insertNote(query, holder, { issueDate, termMonths: 24, until: today, paid: [1] })
    }
    const lines = scheduleOf({ ...terms, payout: 'monthly', dayCount: '30/360', convention: 'following' })
    for (const format of formats) {
      await visit(page, `/profile/notes/${id}`)
      const [note = '', ...more] = await printedSheets(page, format)
      expect(more, format).toEqual([])
      for (const { pay, interestCents } of lines) {
        expect(note).toContain(formatDay(pay))
        expect(note).toContain(formatCents(interestCents, true))
      }
      const said = [fund.name, fund.phone, number, '$250,001', 'Late', 'As of', 'Page 1 of 1']
      for (const words of said) expect(note).toContain(words)
      for (const words of ['All notes', 'Ledger', 'Documents', 'Sign out']) expect(note).not.toContain(words)

      await visit(page, '/profile/notes')
      const [notes = '', ...others] = await printedSheets(page, format)
      expect(others, format).toEqual([])
      for (const words of [fund.name, number, 'Payments by year', 'Page 1 of 1']) expect(notes).toContain(words)
      for (const words of ['In your calendar', 'Your accreditation']) expect(notes).not.toContain(words)
    }
  },
)

slow(
  'the register prints as of its day, the list of what is due with its days, and no menu or button',
  async ({ site, administrator, investor }) => {
    const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
    const today = fundDay()
    const holder = await insertHolder(query, [await investor()])
    const { number } = await insertNote(query, holder, { issueDate: addMonths(today, -2), until: today, paid: [1] })
    const { page } = await administrator()
    for (const [at, title] of [
      [`?q=${number}`, `Register on ${formatDay(today)}`],
      ['/due', `Due ${formatDayOf(today, addDays(today, dueDaysAhead))} – `],
    ]) {
      await visit(page, `/profile/admin/register${at}`)
      const all = (await printedSheets(page)).join(' ')
      for (const part of [title ?? '', number]) expect(all).toContain(part)
      for (const part of ['Export CSV', 'Bank list', 'Delete requests', 'Settings']) expect(all).not.toContain(part)
    }
  },
)

slow(
  'a long register begins on its first sheet, below the fund’s letterhead, and says which sheet is which',
  async ({ site, administrator, investor }) => {
    const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
    const today = fundDay()
    const name = `Printed ${Date.now()} Trust`
    const holder = await insertHolder(query, [await investor()], { name, kind: 'revocable_trust' })
    const numbers: string[] = []
    for (let n = 0; n < 40; n++) {
      const { number } = await insertNote(query, holder, { issueDate: addMonths(today, -1), until: today })
      numbers.push(number)
    }
    const { page } = await administrator()
    await visit(page, `/profile/admin/register?q=${encodeURIComponent(name)}`)
    const sheets = await printedSheets(page)
    const [first = ''] = sheets
    expect(first).toContain(fund.name)
    expect(numbers.filter(number => first.includes(number)).length).toBeGreaterThan(8)
    for (const number of numbers) expect(sheets.join(' ')).toContain(number)
    sheets.forEach((sheet, i) => {
      expect(sheet).toContain(`Page ${i + 1} of ${sheets.length}`)
    })
  },
)
