import { readFile } from 'node:fs/promises'
import { files, row, uploadDocuments } from '../../../tests/e2e/document-list.ts'
import { expect, test, visit } from '../../../tests/e2e/fixtures.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'

const slow = slowOf(test)

const script = await readFile(`${files}marked/script.pdf`)
const macros = await readFile(`${files}marked/macros.docx`)

slow(
  'a PDF with a script is shown without running it, and downloaded only by a reader who expected it',
  async ({ investor }) => {
    const investorUser = await investor()
    const { page } = investorUser
    await uploadDocuments(investorUser, { 'Form.pdf': script })
    await expect(row(page, 'Form.pdf').getByText('Scripts')).toBeVisible()
    await expect(row(page, 'Form.pdf').getByRole('link', { name: 'Download' })).toHaveCount(0)
    await page.getByRole('link', { name: 'View Form.pdf' }).click()
    const viewer = page.getByRole('dialog')
    await expect(viewer.getByText('This PDF contains scripts. We show it without running them.')).toBeVisible()
    await expect(viewer.getByText('A form with a small script')).toBeVisible()
    await expect(viewer.getByRole('link', { name: 'Download' })).toHaveCount(0)
    await viewer.getByRole('button', { name: 'I expected this file' }).click()
    const downloaded = page.waitForEvent('download')
    await viewer.getByRole('link', { name: 'Download anyway' }).click()
    expect((await downloaded).suggestedFilename()).toBe('Form.pdf')
  },
)

test('a link straight to a file with macros leads to the warning', async ({ investor, site }) => {
  const investorUser = await investor()
  const { page } = investorUser
  await uploadDocuments(investorUser, { 'Letter.docx': macros })
  const address = await page.getByRole('link', { name: 'View Letter.docx' }).getAttribute('href')
  await visit(page, `/files/${new URL(address ?? '', site.url).searchParams.get('document')}?download=1`)
  const viewer = page.getByRole('dialog')
  await expect(viewer.getByText('This document contains macros')).toBeVisible()
  await expect(viewer.getByRole('link', { name: 'Download' })).toHaveCount(0)
})

slow('without scripts a page names the danger before a marked file is downloaded', async ({ investor, visitor }) => {
  const investorUser = await investor()
  await uploadDocuments(investorUser, { 'Letter.docx': macros })
  const page = await visitor({ javaScriptEnabled: false })
  await page.context().addCookies((await investorUser.context.storageState()).cookies)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Download Letter.docx' }).click()
  await expect(page.getByText('This document contains macros')).toBeVisible()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download anyway' }).click()
  expect((await downloaded).suggestedFilename()).toBe('Letter.docx')
})

test('a file that is being checked, or was removed, is listed and cannot be opened; then it appears', async ({
  investor,
  administrator,
  site,
}) => {
  const investorUser = await investor()
  const { page } = investorUser
  await uploadDocuments(investorUser, { 'Waiting.txt': 'words', 'Removed.txt': 'more words' })
  const address = await page.getByRole('link', { name: 'View Waiting.txt' }).getAttribute('href')
  const set = (filename: string, values: string) =>
    asOwner(site, `update documents set ${values} where user_id = $1 and filename = $2`, [investorUser.id, filename])
  await set('Waiting.txt', "check_state = 'waiting', created_at = now() - interval '1 hour'")
  await set('Removed.txt', "check_state = 'infected', checked_at = now(), check_result = 'Eicar-Test'")
  await expect(row(page, 'Waiting.txt').getByText('Being checked')).toBeVisible()
  await expect(row(page, 'Removed.txt').getByText('This file contained malware, so we removed it.')).toBeVisible()
  await expect(row(page, 'Waiting.txt').getByRole('link')).toHaveCount(0)
  await expect(row(page, 'Removed.txt').getByRole('link')).toHaveCount(0)

  await visit(page, address ?? '')
  await expect(page.getByRole('dialog').getByText('We’re still checking this file for malware.')).toBeVisible()
  const administratorUser = await administrator({ at: '/profile/admin' })
  await expect(
    administratorUser.page.getByText(/uploaded files? (is|are) waiting for the malware scanner/),
  ).toBeVisible()

  await set('Waiting.txt', "check_state = 'clean', checked_at = now()")
  await expect(page.getByRole('dialog').getByText('words')).toBeVisible()
})
