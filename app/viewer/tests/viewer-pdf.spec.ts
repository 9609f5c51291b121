import type { Page } from '@playwright/test'
import { messages } from '../../../rules/messages.ts'
import { expect, expectNoAxeViolations, later, test, visit } from '../../../tests/e2e/fixtures.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { simplePdf } from '../../../tests/helpers/pdf.ts'
import {
  consoleErrors,
  damagedPdf,
  deleteStoredFiles,
  expectRendered,
  openFile,
  pdf,
  phone,
  sheet,
  uploadFile,
} from './viewer-page.ts'

const slow = slowOf(test)

test('on a phone a PDF shows every page, with tools at the bottom and no sideways scrolling', async ({ investor }) => {
  const { page } = await investor(phone)
  const errors = consoleErrors(page)
  const viewer = await openFile(page, 'memorandum.pdf')
  await expectRendered(viewer, 1)
  await sheet(viewer, 2).scrollIntoViewIfNeeded()
  await expectRendered(viewer, 2)
  await viewer.getByRole('button', { name: 'Pages' }).tap()
  await viewer.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Page 5' }).tap()
  await expectRendered(viewer, 5)
  await expect(viewer.getByRole('textbox', { name: 'Page' })).toHaveValue('5')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    expect(await viewer.evaluate(dialog => dialog.scrollWidth)).toBeLessThanOrEqual(width)
    const box = await viewer.getByRole('button', { name: 'More' }).boundingBox()
    expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
  }
  expect(errors).toEqual([])
})

test('a PDF can be searched, selected, zoomed and paged by keyboard, and only safe links work', async ({
  investor,
}) => {
  const { page } = await investor()
  const errors = consoleErrors(page)
  const viewer = await openFile(page, 'memorandum.pdf')
  await expectRendered(viewer, 1)
  await expectNoAxeViolations(page)

  // Search: the word is only on page 3.
  await page.keyboard.press('Control+f')
  await viewer.getByRole('searchbox', { name: 'Search in this document' }).fill('ESCROW')
  await expect(viewer.getByRole('status').filter({ hasText: '1 of 1' })).toBeVisible()
  await expect(sheet(viewer, 3).locator('.highlight.selected')).toHaveText('escrow')
  await expect(viewer.getByRole('textbox', { name: 'Page' })).toHaveValue('3')
  await viewer.getByRole('searchbox').fill('leverage buyout')
  await expect(viewer.getByRole('status').filter({ hasText: 'No matches' })).toBeVisible()
  await viewer.getByRole('searchbox').fill('investor')
  await expect(
    viewer
      .getByRole('status')
      .filter({ hasText: / of \d+/ })
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer.getByRole('searchbox')).toHaveCount(0)
  await expect(viewer).toBeVisible()

  // Keys: first and last page, paging, zoom.
  await page.keyboard.press('End')
  await expect(viewer.getByRole('textbox', { name: 'Page' })).toHaveValue('6')
  await page.keyboard.press('Home')
  await expect(viewer.getByRole('textbox', { name: 'Page' })).toHaveValue('1')
  const width = async () => (await sheet(viewer, 1).boundingBox())?.width ?? 0
  const before = await width()
  await page.keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(before * 1.05)
  await page.keyboard.press('0')
  await expect.poll(width).toBeCloseTo(before, 0)
  await viewer.getByRole('combobox', { name: 'Zoom' }).selectOption('Actual size')
  await expect.poll(width).toBeCloseTo(793, -1)
  await viewer.getByRole('textbox', { name: 'Page' }).fill('4')
  await page.keyboard.press('Enter')
  await expectRendered(viewer, 4)

  // Text can be selected, and only https and mailto links work.
  await page.keyboard.press('Tab')
  await viewer.getByRole('textbox', { name: 'Page' }).fill('1')
  await page.keyboard.press('Enter')
  await sheet(viewer, 1).getByText('The offering').dblclick()
  expect(await page.evaluate(() => String(getSelection()))).toMatch(/offering|The/)
  const links = sheet(viewer, 1).getByRole('link')
  await expect(links).toHaveCount(2)
  await expect(links.first()).toHaveAttribute('href', 'https://larkstone.example/terms')
  await expect(links.first()).toHaveAttribute('rel', /noopener/)
  await expect(links.first()).toHaveAttribute('target', '_blank')
  expect(errors).toEqual([])
})

slow('a PDF of 200 pages keeps few of them in memory, and renders without embedded fonts', async ({ investor }) => {
  const { page } = await investor()
  const errors = consoleErrors(page)
  const lines = Array.from({ length: 200 }, (_, i) => `Schedule ${i + 1}`)
  const viewer = await openFile(page, pdf('long.pdf', simplePdf(lines)))
  await expectRendered(viewer, 1)
  await viewer.getByRole('button', { name: 'Pages' }).click()
  for (const number of [40, 80, 120, 160, 200]) {
    await viewer.getByRole('textbox', { name: 'Page' }).fill(String(number))
    await page.keyboard.press('Enter')
    await expectRendered(viewer, number)
  }
  const canvases = await page.evaluate(() => {
    const drawn = [...document.querySelectorAll('canvas')].filter(({ width }) => width > 0)
    return { count: drawn.length, bytes: drawn.reduce((sum, { width, height }) => sum + width * height * 4, 0) }
  })
  expect(canvases.count).toBeLessThanOrEqual(40)
  expect(canvases.bytes).toBeLessThan(120 * 1024 * 1024)
  expect(errors).toEqual([])
})

slow('a large PDF shows its first page before the rest has loaded', async ({ investor }) => {
  const { page } = await investor()
  const big = simplePdf(
    Array.from({ length: 40 }, (_, i) => `Exhibit ${i + 1}`),
    300_000,
  )
  await uploadFile(page, pdf('big.pdf', big))
  let bytes = 0
  page.on('response', response => {
    if (new URL(response.url()).pathname.startsWith('/files/')) bytes += Number(response.headers()['content-length'])
  })
  await page.getByRole('link', { name: 'View big.pdf' }).click()
  const viewer = page.getByRole('dialog')
  await expectRendered(viewer, 1)
  expect(bytes).toBeLessThan(big.length / 3)
  await viewer.getByRole('textbox', { name: 'Page' }).fill('40')
  await page.keyboard.press('Enter')
  await expectRendered(viewer, 40)
  expect(bytes).toBeLessThan(big.length / 2)
})

slow('an encrypted PDF asks for its password, again if it was wrong, and opens', async ({ investor }) => {
  const { page } = await investor()
  const viewer = await openFile(page, 'locked.pdf')
  await viewer.getByLabel('Password').fill('guess')
  await viewer.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(viewer.getByText(messages.PASSWORD_WRONG)).toBeVisible()
  await expectNoAxeViolations(page)
  await viewer.getByLabel('Password').fill('larkstone')
  await page.keyboard.press('Enter')
  await expectRendered(viewer, 1)
  await expect(viewer.getByLabel('Password')).toHaveCount(0)
})

slow('a damaged PDF is reported, with alternatives', async ({ investor }) => {
  const { page } = await investor()
  const viewer = await openFile(page, damagedPdf())
  await expect(viewer.getByRole('alert').filter({ hasText: 'This PDF is damaged' })).toBeVisible()
  await viewer.getByRole('button', { name: 'I expected this file' }).click()
  await expect(viewer.getByRole('link', { name: 'Download', exact: true })).toBeVisible()
  await expectNoAxeViolations(page)
})

slow(
  'a missing file is an error message in the viewer, for a PDF, a picture and a text',
  async ({ investor, site }) => {
    const { page, email } = await investor()
    for (const name of ['statement.pdf', 'chart.png', 'wire-instructions.txt']) await uploadFile(page, name)
    await deleteStoredFiles(site, email)
    for (const name of ['statement.pdf', 'chart.png', 'wire-instructions.txt']) {
      await page.getByRole('link', { name: `View ${name}` }).click()
      await expect(page.getByRole('dialog').getByRole('alert').filter({ hasText: messages.FILE_MISSING })).toBeVisible()
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Try again' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  },
)

slow('a PDF continues where it was when the connection is back', async ({ investor }) => {
  const { page } = await investor()
  const lines = Array.from({ length: 60 }, (_, i) => `Exhibit ${i + 1}`)
  const viewer = await openFile(page, pdf('lines.pdf', simplePdf(lines, 200_000)))
  await expectRendered(viewer, 1)
  await page.route('**/files/*', route => route.abort('internetdisconnected'))
  await viewer.getByRole('textbox', { name: 'Page' }).fill('50')
  await page.keyboard.press('Enter')
  await expect(viewer.getByRole('alert').filter({ hasText: messages.NO_CONNECTION })).toBeVisible()
  await page.unroute('**/files/*')
  await viewer.getByRole('button', { name: 'Try again' }).click()
  await expectRendered(viewer, 50)
  await expect(viewer.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

const withoutPdfViewer = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }))

slow(
  'the browser’s own viewer is not offered in a browser without one, such as on most phones',
  async ({ investor }) => {
    const { page } = await investor(later)
    await withoutPdfViewer(page)
    await visit(page, '/profile')
    const whole = await openFile(page, 'statement.pdf')
    await expectRendered(whole, 1)
    await whole.getByRole('button', { name: 'More' }).click()
    await expect(whole.getByRole('link', { name: 'Open in a new tab' })).toBeVisible()
    await expect(whole.getByRole('button', { name: /own viewer/ })).toHaveCount(0)
  },
)

slow('nor is it for a damaged PDF, or where the site’s own viewer does not load', async ({ investor }) => {
  const { page } = await investor(later)
  await withoutPdfViewer(page)
  await visit(page, '/profile')
  const torn = await openFile(page, damagedPdf())
  await expect(torn.getByRole('alert').filter({ hasText: 'This PDF is damaged' })).toBeVisible()
  await torn.getByRole('button', { name: 'I expected this file' }).click()
  await expect(torn.getByRole('link', { name: 'Download', exact: true })).toBeVisible()
  await expect(torn.getByRole('button', { name: /own viewer/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(torn).toHaveCount(0)

  await page.route('**/assets/pdf-reader-*.js', route => route.abort())
  await page.reload()
  const unread = await openFile(page, 'statement.pdf')
  await expect(
    unread.getByText('Your browser can’t display this file. Download it and open it with any PDF reader.'),
  ).toBeVisible()
  await expect(unread.getByRole('link', { name: 'Download' })).toBeVisible()
})

slow('the portal’s first page does not load pdf.js', async ({ investor }) => {
  const { page } = await investor()
  const loaded = new Map<string, number>()
  const headers = new Map<string, Record<string, string>>()
  page.on('response', async response => {
    const { pathname } = new URL(response.url())
    headers.set(pathname, response.headers())
    if (/\.m?js$/.test(pathname)) loaded.set(pathname, (await response.body().catch(() => Buffer.alloc(0))).length)
  })
  await uploadFile(page, 'statement.pdf')
  await visit(page, '/profile')
  expect([...loaded.keys()].filter(path => /reader|pdf/.test(path))).toEqual([])
  expect([...loaded.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(700 * 1024)
  await page.getByRole('link', { name: 'View statement.pdf' }).click()
  await expectRendered(page.getByRole('dialog'), 1)
  // Cached by browsers indefinitely. WebAssembly decoders are allowed for the worker's own file only.
  const of = (part: string) => [...headers].find(([path]) => path.includes(part))?.[1] ?? {}
  expect(of('/assets/pdf-reader')['cache-control']).toContain('immutable')
  expect(of('pdf.worker')['content-security-policy']).toContain("'wasm-unsafe-eval'")
  expect(of('/profile')['content-security-policy']).not.toContain('wasm')
})
