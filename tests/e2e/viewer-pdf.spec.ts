import { messages } from '../../rules/messages.ts'
import { simplePdf } from '../helpers/pdf.ts'
import { expect, expectNoAxeViolations, test, visit } from './fixtures.ts'
import { add, complaints, expectDrawn, loseFiles, open, pdf, phone, sheet, tornPdf } from './viewer-page.ts'

/** pdf.js is large to read; a busy machine takes its time over it. */
test.describe.configure({ timeout: 120_000 })

test('on a phone every page of a PDF is there, its tools by the thumb, with no sideways scrolling', async ({
  investor,
}) => {
  const { page } = await investor(phone)
  const heard = complaints(page)
  const viewer = await open(page, 'memorandum.pdf')
  await expectDrawn(viewer, 1)
  await sheet(viewer, 2).scrollIntoViewIfNeeded()
  await expectDrawn(viewer, 2)
  await viewer.getByRole('button', { name: 'Pages' }).tap()
  await viewer.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Page 5' }).tap()
  await expectDrawn(viewer, 5)
  await expect(viewer.getByRole('textbox', { name: 'Page' })).toHaveValue('5')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    expect(await viewer.evaluate(dialog => dialog.scrollWidth)).toBeLessThanOrEqual(width)
    const box = await viewer.getByRole('button', { name: 'More' }).boundingBox()
    expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
  }
  expect(heard).toEqual([])
})

test('a PDF is searched, selected, zoomed and gone through by keyboard, and follows links only to safe places', async ({
  investor,
}) => {
  const { page } = await investor()
  const heard = complaints(page)
  const viewer = await open(page, 'memorandum.pdf')
  await expectDrawn(viewer, 1)
  await expectNoAxeViolations(page)

  // Search: the word stands on page 3 alone.
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

  // Keys: ends, pages, scale.
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
  await expectDrawn(viewer, 4)

  // Text can be selected, and links go out only by https and mail.
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
  expect(heard).toEqual([])
})

test('a PDF of 200 pages keeps few of them in memory, and shows its fonts though it brings none', async ({
  investor,
}) => {
  const { page } = await investor()
  const heard = complaints(page)
  const lines = Array.from({ length: 200 }, (_, i) => `Schedule ${i + 1}`)
  const viewer = await open(page, pdf('long.pdf', simplePdf(lines)))
  await expectDrawn(viewer, 1)
  await viewer.getByRole('button', { name: 'Pages' }).click()
  for (const number of [40, 80, 120, 160, 200]) {
    await viewer.getByRole('textbox', { name: 'Page' }).fill(String(number))
    await page.keyboard.press('Enter')
    await expectDrawn(viewer, number)
  }
  const canvases = await page.evaluate(() => {
    const drawn = [...document.querySelectorAll('canvas')].filter(({ width }) => width > 0)
    return { count: drawn.length, bytes: drawn.reduce((sum, { width, height }) => sum + width * height * 4, 0) }
  })
  expect(canvases.count).toBeLessThanOrEqual(40)
  expect(canvases.bytes).toBeLessThan(120 * 1024 * 1024)
  expect(heard).toEqual([])
})

test('a large PDF opens at its first page before the rest has come', async ({ investor }) => {
  const { page } = await investor()
  const big = simplePdf(
    Array.from({ length: 40 }, (_, i) => `Exhibit ${i + 1}`),
    300_000,
  )
  await add(page, pdf('big.pdf', big))
  let bytes = 0
  page.on('response', response => {
    if (new URL(response.url()).pathname.startsWith('/files/')) bytes += Number(response.headers()['content-length'])
  })
  await page.getByRole('link', { name: 'View big.pdf' }).click()
  const viewer = page.getByRole('dialog')
  await expectDrawn(viewer, 1)
  expect(bytes).toBeLessThan(big.length / 3)
  await viewer.getByRole('textbox', { name: 'Page' }).fill('40')
  await page.keyboard.press('Enter')
  await expectDrawn(viewer, 40)
  expect(bytes).toBeLessThan(big.length / 2)
})

test('a locked PDF asks for its password, again if it was wrong, and opens', async ({ investor }) => {
  const { page } = await investor()
  const viewer = await open(page, 'locked.pdf')
  await viewer.getByLabel('Password').fill('guess')
  await viewer.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(viewer.getByText(messages.PASSWORD_WRONG)).toBeVisible()
  await expectNoAxeViolations(page)
  await viewer.getByLabel('Password').fill('larkstone')
  await page.keyboard.press('Enter')
  await expectDrawn(viewer, 1)
  await expect(viewer.getByLabel('Password')).toHaveCount(0)
})

test('a damaged PDF is told so, with ways on', async ({ investor }) => {
  const { page } = await investor()
  const viewer = await open(page, tornPdf())
  await expect(viewer.getByRole('alert').filter({ hasText: 'This PDF is damaged' })).toBeVisible()
  await expect(viewer.getByRole('link', { name: 'Download' })).toBeVisible()
  await expectNoAxeViolations(page)
})

test('a file that is missing is a sentence in the viewer, for a PDF, its frame, a picture and a text', async ({
  investor,
  site,
}) => {
  const { page, email } = await investor()
  for (const name of ['statement.pdf', 'chart.png', 'wire-instructions.txt']) await add(page, name)
  await loseFiles(site, email)
  for (const name of ['statement.pdf', 'chart.png', 'wire-instructions.txt']) {
    await page.getByRole('link', { name: `View ${name}` }).click()
    await expect(page.getByRole('dialog').getByRole('alert').filter({ hasText: messages.FILE_MISSING })).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('a PDF goes on where it was when the line comes back', async ({ investor }) => {
  const { page } = await investor()
  const lines = Array.from({ length: 60 }, (_, i) => `Exhibit ${i + 1}`)
  const viewer = await open(page, pdf('lines.pdf', simplePdf(lines, 200_000)))
  await expectDrawn(viewer, 1)
  await page.route('**/files/*', route => route.abort('internetdisconnected'))
  await viewer.getByRole('textbox', { name: 'Page' }).fill('50')
  await page.keyboard.press('Enter')
  await expect(viewer.getByRole('alert').filter({ hasText: messages.NO_CONNECTION })).toBeVisible()
  await page.unroute('**/files/*')
  await viewer.getByRole('button', { name: 'Try again' }).click()
  await expectDrawn(viewer, 50)
  await expect(viewer.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test('a browser without a viewer of its own, as most phones are, offers none', async ({ investor }) => {
  const { page } = await investor()
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }))
  await page.reload()
  const whole = await open(page, 'memorandum.pdf')
  await expectDrawn(whole, 1)
  await whole.getByRole('button', { name: 'More' }).click()
  await expect(whole.getByRole('link', { name: 'Open in a new tab' })).toBeVisible()
  await expect(whole.getByRole('button', { name: /own viewer/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(whole).toHaveCount(0)

  const torn = await open(page, tornPdf())
  await expect(torn.getByRole('alert').filter({ hasText: 'This PDF is damaged' })).toBeVisible()
  await expect(torn.getByRole('link', { name: 'Download' })).toBeVisible()
  await expect(torn.getByRole('button', { name: /own viewer/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(torn).toHaveCount(0)

  await page.route('**/assets/pdf-reader-*.js', route => route.abort())
  await page.reload()
  const unread = await open(page, 'statement.pdf')
  await expect(
    unread.getByText('Your browser can’t display this file. Download it and open it with any PDF reader.'),
  ).toBeVisible()
  await expect(unread.getByRole('link', { name: 'Download' })).toBeVisible()
})

test('the portal’s first page does not carry pdf.js', async ({ investor }) => {
  const { page } = await investor()
  const loaded = new Map<string, number>()
  const headers = new Map<string, Record<string, string>>()
  page.on('response', async response => {
    const { pathname } = new URL(response.url())
    headers.set(pathname, response.headers())
    if (/\.m?js$/.test(pathname)) loaded.set(pathname, (await response.body().catch(() => Buffer.alloc(0))).length)
  })
  await add(page, 'statement.pdf')
  await visit(page, '/profile')
  expect([...loaded.keys()].filter(path => /reader|pdf/.test(path))).toEqual([])
  expect([...loaded.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(700 * 1024)
  await page.getByRole('link', { name: 'View statement.pdf' }).click()
  await expectDrawn(page.getByRole('dialog'), 1)
  // Kept by browsers for good. Decoders of scans are allowed for the worker's own file, and nowhere else.
  const of = (part: string) => [...headers].find(([path]) => path.includes(part))?.[1] ?? {}
  expect(of('/assets/pdf-reader')['cache-control']).toContain('immutable')
  expect(of('pdf.worker')['content-security-policy']).toContain("'wasm-unsafe-eval'")
  expect(of('/profile')['content-security-policy']).not.toContain('wasm')
})
