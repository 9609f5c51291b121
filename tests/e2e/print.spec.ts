import type { Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { faq } from '../../content/faq.ts'
import { terms } from '../../content/legal/terms.ts'
import { expect, test, visit } from './fixtures.ts'

/** What a page's print says, a text for each sheet of paper. */
async function printed(page: Page, format: 'Letter' | 'A4' = 'Letter'): Promise<string[]> {
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

test('on paper the terms are all there, and nothing but the terms', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/terms')
  const all = (await printed(page)).join(' ')
  for (const { heading } of terms.sections) expect(all).toContain(heading)
  for (const part of ['Contents', 'Sign In', 'Skip to content']) expect(all).not.toContain(part)
})

test('on paper every question has its answer, open or not', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/faq')
  const all = (await printed(page)).join(' ').replaceAll(/\s/g, '')
  for (const { answer } of faq.questions) expect(all).toContain((answer[0] ?? '').replaceAll(/\s/g, ''))
})

test('the executive summary is one sheet of paper, and the deck two pages to a sheet', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/documents?view=onepager')
  for (const format of ['Letter', 'A4'] as const) expect((await printed(page, format)).length, format).toBe(1)
  await visit(page, '/documents')
  for (const format of ['Letter', 'A4'] as const) expect((await printed(page, format)).length, format).toBe(7)
})
