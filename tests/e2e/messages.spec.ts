import { uploadDocuments } from './document-list.ts'
import { expect, expectNoAxeViolationsInLightAndDark, test, visit } from './fixtures.ts'
import { measureLayout } from './measure-layout.ts'

test('an investor asks about a document, the fund answers, and the answer appears while they look', async ({
  investor,
  administrator,
}) => {
  const person = await investor()
  const { page } = person
  await uploadDocuments(person, { 'Statement.txt': 'words', 'Letter.txt': 'more words' })
  await page.getByRole('link', { name: 'View Statement.txt' }).click()
  await page.getByRole('link', { name: 'Ask about this document' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('About Statement.txt')
  await page.getByLabel('Your question').fill('Why does it say May?')
  await page.getByText('Attach documents').click()
  await page.getByRole('checkbox', { name: 'Letter.txt' }).check()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'About Statement.txt' })).toBeVisible()
  await expect(page.getByText('Sent. We’ll reply within 24 hours.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Attached documents' })).toHaveText('Letter.txt')

  const id = page.url().split('/').at(-1)
  const { context } = await administrator()
  const answer = (body: string) =>
    context.request.post(`/profile/messages/${id}`, {
      form: { intent: 'reply', enhanced: '1', formId: body, body },
      headers: { origin: new URL(page.url()).origin },
    })
  await page.getByLabel('Your reply').fill('A draft')
  await answer('It is May’s.')
  await expect(page.getByText('It is May’s.')).toBeVisible()
  await expect(page.getByLabel('Your reply')).toHaveValue('A draft')

  // Elsewhere in the portal the tab counts what is new, until it is read.
  await page.getByRole('tab', { name: 'Documents' }).click()
  await expect(page.getByRole('link', { name: 'View Letter.txt' })).toBeVisible()
  await answer('June follows.')
  await expect(page.getByText('You have one new message.')).toBeVisible()
  await expect(page.getByText('Nothing needs your attention.')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Messages 1 new' }).click()
  await page.getByRole('link', { name: 'New: About Statement.txt' }).click()
  await expect(page.getByText('June follows.')).toBeVisible()
  await expect(page.getByText('New', { exact: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Messages', exact: true })).toBeVisible()

  await page.getByLabel('Your reply').fill('Thank you.')
  await page.getByLabel('Your reply').press('Control+Enter')
  await expect(page.getByRole('article').last()).toContainText('Thank you.')
  await expect(page.getByLabel('Your reply')).toHaveValue('')
})

test('the messages pages are accessible in light and dark, and fit a small phone', async ({ investor }) => {
  const person = await investor({ at: '/profile/messages/new' })
  const { page } = person
  await page.getByLabel('Subject').fill('A question with averyveryverylongwordthatdoesnotfitintoasmallphonewindowatall')
  await page.getByLabel('Your message').fill('averyveryverylongwordthatdoesnotfitintoasmallphonewindowatall')
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.waitForURL(/messages\/[0-9a-f]{8}/)
  const thread = page.url()
  for (const address of [thread, '/profile/messages', '/profile/messages/new']) {
    await page.setViewportSize({ width: 1280, height: 720 })
    await visit(page, address)
    await expectNoAxeViolationsInLightAndDark(page)
    await page.setViewportSize({ width: 320, height: 640 })
    const { sideways, cut, outside } = await page.evaluate(measureLayout)
    expect([address, sideways, cut, outside]).toEqual([address, 0, [], []])
  }
})
