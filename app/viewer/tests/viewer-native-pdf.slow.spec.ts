import { expect, test } from '../../../tests/e2e/fixtures.ts'
import { damagedPdf, expectRendered, openFile } from './viewer-page.ts'

/** These need a full browser: the headless shell has no PDF viewer of its own (playwright.config.ts). */
test.describe.configure({ mode: 'default' })

test('a PDF can be opened in the browser’s own viewer, and back in the portal’s', async ({ investor }) => {
  const { page } = await investor()
  const viewer = await openFile(page, 'memorandum.pdf')
  await viewer.getByRole('button', { name: 'More' }).click()
  await viewer.getByRole('button', { name: 'Open in your browser’s viewer' }).click()
  await expect(viewer.locator('iframe[title="memorandum.pdf"]')).toBeVisible()
  await viewer.getByRole('button', { name: 'Back to our viewer' }).click()
  await expectRendered(viewer, 1)
})

test('a damaged PDF can be tried in the browser’s own viewer', async ({ investor }) => {
  const { page } = await investor()
  const viewer = await openFile(page, damagedPdf())
  await viewer.getByRole('button', { name: 'I expected this file' }).click()
  await viewer.getByRole('button', { name: 'Open in your browser’s viewer' }).click()
  await expect(viewer.locator('iframe[title="torn.pdf"]')).toBeVisible()
})

test('the browser’s own viewer takes over if pdf.js fails to load', async ({ investor }) => {
  const { page } = await investor()
  await page.route('**/assets/pdf-reader-*.js', route => route.abort())
  const viewer = await openFile(page, 'statement.pdf')
  await expect(viewer.locator('iframe[title="statement.pdf"]')).toBeVisible()
})
