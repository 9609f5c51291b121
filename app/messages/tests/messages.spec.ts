import type { Page } from '@playwright/test'
import { uploadDocuments } from '../../../tests/e2e/document-list.ts'
import { expect, expectNoAxeViolationsInLightAndDark, later, test } from '../../../tests/e2e/fixtures.ts'
import { measureLayout } from '../../../tests/e2e/measure-layout.ts'

/** Checks the page as it is, and in a small phone's window. */
async function expectAccessible(page: Page): Promise<void> {
  await expectNoAxeViolationsInLightAndDark(page)
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const { sideways, cut, outside } = await page.evaluate(measureLayout)
  expect([page.url(), sideways, cut, outside]).toEqual([page.url(), 0, [], []])
  if (before) await page.setViewportSize(before)
}

const longWord = 'averyveryverylongwordthatdoesnotfitintoasmallphonewindowatall'

test('an investor asks about a document, the fund answers, and the answer appears while they look', async ({
  investor,
  administrator,
}) => {
  const person = await investor()
  const { page } = person
  await uploadDocuments(person, { 'Statement.txt': 'words', 'Letter.txt': 'more words' })
  await page.getByRole('link', { name: 'View Statement.txt' }).click()
  await page.getByRole('link', { name: 'Ask about this document' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('About Statement')
  await expect(page.getByLabel('Your question')).toBeFocused()
  await page.getByLabel('Your question').fill(`Why does it say May? ${longWord}`)
  await page.getByText('Attach documents').click()
  await page.getByRole('checkbox', { name: 'Letter.txt' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'About Statement' })).toBeVisible()
  await expect(page.getByText('Sent. We’ll reply within 24 hours.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Attached documents' })).toHaveText('Letter.txt')
  await expectAccessible(page)

  const id = page.url().split('/').at(-1)
  const { context } = await administrator(later)
  const answer = (body: string) =>
    context.request.post(`/profile/messages/${id}`, {
      form: { intent: 'conversation.reply', enhanced: '1', formId: body, body },
      headers: { origin: new URL(page.url()).origin },
    })
  // Below a question without an answer, what is written is no reply.
  await page.getByLabel('Add to your message').fill('A draft')
  await answer('It is May’s.')
  await expect(page.getByText('It is May’s.')).toBeVisible()
  await expect(page.getByLabel('Your reply')).toHaveValue('A draft')

  // Elsewhere in the portal the tab counts what is new, until it is read.
  await page.getByRole('tab', { name: 'Documents' }).click()
  await expect(page.getByRole('link', { name: 'View Letter.txt' })).toBeVisible()
  await answer('June follows.')
  await expect(page.getByRole('region', { name: 'New for you' })).toContainText('1 new message')
  await expect(page.getByText('Nothing needs your attention.')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Messages 1 new' }).click()
  await expect(page.getByRole('link', { name: 'New: About Statement' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'New: About Statement' }).click()
  await expect(page.getByText('June follows.')).toBeVisible()
  await expect(page.getByText('New', { exact: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Messages', exact: true })).toBeVisible()

  await page.getByLabel('Your reply').fill('Thank you.')
  await page.getByLabel('Your reply').press('Control+Enter')
  await expect(page.getByRole('article').last()).toContainText('Thank you.')
  await expect(page.getByLabel('Add to your message')).toHaveValue('')
})
