import { expect, test } from './fixtures.ts'
import { expectDrawn, open, tornPdf } from './viewer-page.ts'

/** These need a whole browser: the one without a window has no viewer of its own (playwright.config.ts). */
test.describe.configure({ mode: 'default', timeout: 120_000 })

test('a PDF opens in the browser’s own viewer, and goes back to its pages', async ({ investor }) => {
  const { page } = await investor()
  const viewer = await open(page, 'memorandum.pdf')
  await viewer.getByRole('button', { name: 'More' }).click()
  await viewer.getByRole('button', { name: 'Open in your browser’s viewer' }).click()
  await expect(viewer.locator('iframe[title="memorandum.pdf"]')).toBeVisible()
  await viewer.getByRole('button', { name: 'Back to our viewer' }).click()
  await expectDrawn(viewer, 1)
})

test('a damaged PDF may be tried in the browser’s own viewer', async ({ investor }) => {
  const { page } = await investor()
  const viewer = await open(page, tornPdf())
  await viewer.getByRole('button', { name: 'Open in your browser’s viewer' }).click()
  await expect(viewer.locator('iframe[title="torn.pdf"]')).toBeVisible()
})

test('where pdf.js cannot come the browser’s own viewer stands in its place', async ({ investor }) => {
  const { page } = await investor()
  await page.route('**/assets/pdf-reader-*.js', route => route.abort())
  const viewer = await open(page, 'statement.pdf')
  await expect(viewer.locator('iframe[title="statement.pdf"]')).toBeVisible()
})
