import type { Locator } from '@playwright/test'
import { messages } from '../../../rules/messages.ts'
import { signingLinksFrom } from '../../../server/sample/documents.ts'
import { expect, expectNoAxeViolations, test, visit } from '../../../tests/e2e/fixtures.ts'
import { documentOpen } from '../../../tests/e2e/portal-paths.ts'
import { doubleTap, pinch, touchInput } from '../../../tests/e2e/touch.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import { expectRendered, openFile, phone, sheet, uploadFile } from './viewer-page.ts'

const slow = slowOf(test)

test('a picture zooms by buttons, keys, wheel and double click, and is upright', async ({ investor }) => {
  const { page } = await investor()
  const viewer = await openFile(page, 'photo-turned.jpg')
  const picture = viewer.getByRole('img', { name: 'photo-turned.jpg' })
  const size = async () => (await picture.boundingBox()) ?? { width: 0, height: 0 }
  // The stored picture is rotated; its EXIF orientation makes it upright.
  await expect.poll(async () => (await size()).height / (await size()).width).toBeCloseTo(1.5, 1)
  await expectNoAxeViolations(page)
  const { width } = await size()
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await size()).width / width).toBeCloseTo(1.5, 1)
  await viewer.getByRole('group', { name: 'Picture', exact: true }).focus()
  await page.keyboard.press('+')
  await expect.poll(async () => (await size()).width / width).toBeCloseTo(2.25, 1)
  await page.keyboard.press('0')
  await expect.poll(async () => (await size()).width).toBeCloseTo(width, 0)
  await picture.hover()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -200)
  await page.keyboard.up('Control')
  await expect.poll(async () => (await size()).width).toBeGreaterThan(width * 1.2)
  await picture.dblclick()
  await expect.poll(async () => (await size()).width).toBeCloseTo(width, 0)
})

slow(
  'on a phone a pinch and a double tap zoom a PDF and a picture, and the browser’s own zoom stays as it is',
  async ({ investor }) => {
    const { page } = await investor(phone)
    const touch = await touchInput(page)
    for (const [name, seen] of [
      ['memorandum.pdf', (viewer: Locator) => sheet(viewer, 1)],
      ['photo-turned.jpg', (viewer: Locator) => viewer.getByRole('img', { name: 'photo-turned.jpg' })],
    ] as const) {
      const viewer = await openFile(page, name)
      const width = async () => (await seen(viewer).boundingBox())?.width ?? 0
      if (name.endsWith('.pdf')) await expectRendered(viewer, 1)
      await expect.poll(width).toBeGreaterThan(200)
      const before = await width()
      await pinch(touch, { x: 195, y: 400 }, 60, 120)
      await expect.poll(width).toBeGreaterThan(before * 1.7)
      await expect.poll(width).toBeLessThan(before * 2.3)
      await pinch(touch, { x: 195, y: 400 }, 120, 60)
      await expect.poll(width).toBeLessThan(before * 1.2)
      await doubleTap(touch, { x: 195, y: 400 })
      await expect.poll(width).toBeGreaterThan(before * 1.3)
      expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)
      await page.keyboard.press('Escape')
      await expect(viewer).toHaveCount(0)
    }
  },
)

slow('a pinch that pauses until the page is rendered again continues from there', async ({ investor }) => {
  const { page } = await investor(phone)
  const touch = await touchInput(page)
  const viewer = await openFile(page, 'memorandum.pdf')
  const first = sheet(viewer, 1)
  await expectRendered(viewer, 1)
  const width = async () => (await first.boundingBox())?.width ?? 0
  const before = await width()
  const canvas = await first.locator('canvas').first().elementHandle()
  const apart = (by: number) => [-by / 2, by / 2].map(x => ({ x: 195 + x, y: 400 }))
  // While a page is zoomed its text is hidden, and fingers touch the canvas that the next rendering replaces.
  await first.locator('.textLayer').evaluate(words => words.toggleAttribute('hidden', true))
  await touch('touchStart', apart(60))
  await touch('touchMove', apart(90))
  await expect.poll(() => canvas?.evaluate(({ isConnected }) => isConnected)).toBe(false)
  await touch('touchMove', apart(120))
  await expect.poll(width).toBeGreaterThan(before * 1.9)
  await touch('touchEnd', [])
})

slow('a damaged picture is reported', async ({ investor }) => {
  const { page } = await investor()
  // The header of a PNG, followed by image data that can't be decoded.
  const chunk = (name: string, size: number) => [
    Buffer.from([0, 0, 0, size]),
    Buffer.from(name),
    Buffer.alloc(size + 4),
  ]
  const buffer = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunk('IHDR', 13), ...chunk('IDAT', 16)])
  const viewer = await openFile(page, { name: 'torn.png', mimeType: 'image/png', buffer })
  await expect(viewer.getByRole('alert').filter({ hasText: 'This picture is damaged' })).toBeVisible()
  await expect(viewer.getByRole('link', { name: 'Download' })).toBeVisible()
})

slow('a text file is shown as plain text, even if it contains HTML', async ({ investor }) => {
  const { page } = await investor()
  const words = 'Zoë said: <img src=x onerror="document.title=1"> & <b>bold</b>\n'
  const viewer = await openFile(page, {
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(words.repeat(20_000)),
  })
  await expect(viewer.getByRole('region', { name: 'Text of notes.txt' })).toContainText(words.trim())
  await expect(viewer.getByText('Showing the first 1 MB of')).toBeVisible()
  await expect(viewer.getByRole('link', { name: 'Download' })).toBeVisible()
})

slow(
  'a file that browsers can’t show has a card, and a signing link leads to the signing page',
  async ({ investor, site }) => {
    const { page, email } = await investor()
    const viewer = await openFile(page, 'subscription-agreement.docx')
    await expect(viewer.getByText('Word document')).toBeVisible()
    await expect(viewer.getByText('open it with Word, Pages, Google Docs or LibreOffice')).toBeVisible()
    await expectNoAxeViolations(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      viewer.getByRole('link', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('subscription-agreement.docx')
    const { rows } = await asOwner(
      site,
      `${signingLinksFrom({ user_id: 'id', filename: "'Promissory note'" }, 'user_profiles where email = $1')} returning id`,
      [email],
    )
    await visit(page, documentOpen(rows[0].id))
    await page.getByRole('dialog').getByRole('tab', { name: 'Document' }).click()
    const sign = page.getByRole('dialog').getByRole('link', { name: 'Review and sign' })
    await expect(sign).toHaveAttribute('href', 'https://sign.example/1')
    await expect(sign).toHaveAttribute('rel', /noopener/)
  },
)

test('the viewer leads to the next document, counts each view once, and Back closes it', async ({ investor, site }) => {
  const { page, email } = await investor()
  for (const name of ['chart.png', 'wire-instructions.txt', 'subscription-agreement.docx']) await uploadFile(page, name)
  await page.getByRole('link', { name: 'View subscription-agreement.docx' }).click()
  await expect(page.getByRole('dialog', { name: 'subscription-agreement.docx' })).toBeVisible()
  const next = page.getByRole('button', { name: /^Next document/ })
  await next.click()
  await expect(page.getByRole('dialog', { name: 'wire-instructions.txt' })).toBeVisible()
  await expect(next).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'chart.png' })).toBeVisible()
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  const counts = async () =>
    (
      await asOwner(
        site,
        'select d.view_count from documents d join user_profiles p on p.id = d.user_id where p.email = $1',
        [email],
      )
    ).rows.map(({ view_count }) => view_count)
  await expect.poll(counts).toEqual([1, 1, 1])
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/profile')
})

test('a document deleted while it is open says so', async ({ investor, site }) => {
  const { page, email } = await investor()
  const viewer = await openFile(page, 'wire-instructions.txt')
  await expect(viewer.getByRole('region', { name: /^Text of/ })).toBeVisible()
  await asOwner(site, 'delete from documents d using user_profiles p where p.id = d.user_id and p.email = $1', [email])
  await expect(viewer.getByRole('alert').filter({ hasText: messages.DOCUMENT_GONE })).toBeVisible()
  await viewer.getByRole('button', { name: 'Back to documents' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
})
