import { expect, expectNoAxeViolations, test } from './fixtures.ts'

const place = (page: number) => `${page} of 13`

test('the deck is a stack of thirteen pictures that keep their place before they come', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/pitch-deck')
  const pictures = page.getByRole('main').locator('ol img')
  await expect(pictures).toHaveCount(13)
  for (const picture of await pictures.all()) {
    expect(Number(await picture.getAttribute('width'))).toBeGreaterThan(0)
    expect(Number(await picture.getAttribute('height'))).toBeGreaterThan(0)
    expect((await picture.getAttribute('alt'))?.length).toBeGreaterThan(40)
  }
  await expect(pictures.nth(12)).toHaveAttribute('loading', 'lazy')
  await page.getByText('Read as text').nth(6).click()
  await expect(page.getByText('$1M+: One year 14%, Two years 15%')).toBeVisible()
})

test('a page opens over the whole window and closes by its button, by Escape and by a press beside it', async ({
  visitor,
}) => {
  const page = await visitor()
  await page.goto('/pitch-deck')
  const opener = page.getByRole('link', { name: /^Open page 3 of 13/ })
  const overlay = page.getByRole('dialog')

  await opener.click()
  await expect(overlay).toBeVisible()
  await expect(overlay).toContainText(place(3))
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 900 })
  await overlay.getByRole('button', { name: 'Close' }).click()
  await expect(overlay).toBeHidden()
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(overlay).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await expect(overlay).toBeVisible()
  await page.mouse.click(12, 450)
  await expect(overlay).toBeHidden()
  await expect(page).toHaveURL('/pitch-deck')
})

test('the overlay turns between a vertical and a horizontal view and stays on its page', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/pitch-deck?page=5')
  const overlay = page.getByRole('dialog')
  const horizontal = overlay.getByRole('button', { name: 'Horizontal view' })
  const vertical = overlay.getByRole('button', { name: 'Vertical view' })
  await expect(horizontal).toHaveAttribute('aria-pressed', 'true')
  await vertical.click()
  await expect(vertical).toHaveAttribute('aria-pressed', 'true')
  const strip = overlay.getByRole('region', { name: 'Pages' })
  expect(await strip.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight * 5)).toBe(true)
  await expect(overlay).toContainText(place(5))
  await horizontal.click()
  expect(await strip.evaluate(({ scrollWidth }) => scrollWidth)).toBe(1280 * 13)
  await expect(overlay).toContainText(place(5))
})

test('arrow keys turn pages, and the address follows without filling the history', async ({ visitor }) => {
  const page = await visitor({ reducedMotion: 'reduce' })
  await page.goto('/faq')
  await page.goto('/pitch-deck')
  await page.getByRole('link', { name: /^Open page 1 of 13/ }).click()
  const overlay = page.getByRole('dialog')
  await expect(overlay).toContainText(place(1))
  await page.keyboard.press('ArrowRight')
  await expect(overlay).toContainText(place(2))
  await page.keyboard.press('ArrowRight')
  await expect(overlay).toContainText(place(3))
  await expect(page).toHaveURL('/pitch-deck?page=3')
  await page.keyboard.press('ArrowLeft')
  await expect(overlay).toContainText(place(2))
  await page.keyboard.press('End')
  await expect(overlay).toContainText(place(13))
  await expect(overlay.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await page.goBack()
  await expect(overlay).toBeHidden()
  await expect(page).toHaveURL('/pitch-deck')
  await page.goBack()
  await expect(page).toHaveURL('/faq')
})

test('a link to a page opens it, the next one is already on its way, and a page that is not there opens nothing', async ({
  visitor,
}) => {
  const page = await visitor()
  const next = page.waitForRequest(/\/media\/deck\/08-/)
  await page.goto('/pitch-deck?page=7')
  await expect(page.getByRole('dialog')).toContainText(place(7))
  await next
  await page.goto('/pitch-deck?page=14')
  await expect(page.getByRole('link', { name: /^Open page 1 of 13/ })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a finger swipes through the pages, and Tab stays inside the overlay', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 844, height: 390 }, hasTouch: true })
  await page.goto('/pitch-deck?page=1')
  const overlay = page.getByRole('dialog')
  await expect(overlay).toContainText(place(1))
  // What a swipe does: the browser scrolls the strip, which stops at a page.
  await overlay.getByRole('region', { name: 'Pages' }).evaluate(strip => strip.scrollBy({ left: strip.clientWidth }))
  await expect(overlay).toContainText(place(2))
  for (let i = 0; i < 9; i++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  }
})

test('the deck and the summary can be taken along as PDF', async ({ visitor }) => {
  const page = await visitor()
  for (const [path, name] of [
    ['/pitch-deck', /^Download the deck \(PDF, 13 pages/],
    ['/documents?view=onepager', /^Download the summary \(PDF/],
  ] as const) {
    await page.goto(path)
    const address = await page.getByRole('link', { name }).getAttribute('href')
    const answer = await page.request.get(address ?? '')
    expect(answer.headers()['content-type']).toContain('application/pdf')
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the deck, its overlay and the documents (${colorScheme})`, async ({ visitor }) => {
    const page = await visitor({ colorScheme })
    for (const path of ['/pitch-deck', '/pitch-deck?page=2', '/documents', '/documents?view=onepager']) {
      await page.goto(path)
      if (path.includes('page=')) await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoAxeViolations(page)
    }
  })
}
