import type { Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { faq } from '../../content/faq.ts'
import { terms } from '../../content/legal/terms.ts'
import { addMonths, formatDay } from '../../rules/notes/days.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { insertHolder, insertNote } from '../helpers/insert-notes.ts'
import { slowOf } from '../helpers/lane.ts'
import { asOwner } from '../helpers/owner.ts'
import { expect, test, visit } from './fixtures.ts'

const slow = slowOf(test)

/** @returns the text of a page in print, one for each sheet of paper */
async function printedSheets(page: Page, format: 'Letter' | 'A4' = 'Letter'): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(await page.pdf({ format })), verbosity: 0 })
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

slow('every question prints with its answer, open or not', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/faq')
  const all = (await printedSheets(page)).join(' ').replaceAll(/\s/g, '')
  for (const { answer } of faq.questions) expect(all).toContain((answer[0] ?? '').replaceAll(/\s/g, ''))
})

slow('the executive summary prints on one sheet of paper, and the deck two pages to a sheet', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/documents?view=onepager')
  for (const format of ['Letter', 'A4'] as const) expect((await printedSheets(page, format)).length, format).toBe(1)
  await visit(page, '/documents')
  for (const format of ['Letter', 'A4'] as const) expect((await printedSheets(page, format)).length, format).toBe(7)
})

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
      ['/due', `Due ${formatDay(today)} to`],
    ]) {
      await visit(page, `/profile/admin/register${at}`)
      const all = (await printedSheets(page)).join(' ')
      for (const part of [title ?? '', number]) expect(all).toContain(part)
      for (const part of ['Export CSV', 'Bank list', 'Delete requests', 'Settings']) expect(all).not.toContain(part)
    }
  },
)
