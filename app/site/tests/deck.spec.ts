import type { Locator } from '@playwright/test'
import { delayIntersections } from '../../../tests/e2e/delay-intersections.ts'
import { expect, expectNoAxeViolationsInLightAndDark, test, visit } from '../../../tests/e2e/fixtures.ts'
import { drag, pinch, touchInput } from '../../../tests/e2e/touch.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'

const slow = slowOf(test)

const position = (page: number) => `${page} of 13`

slow('the deck is a stack of thirteen pictures whose space is reserved before they load', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/pitch-deck')
  const pictures = page.getByRole('main').locator('ol img')
  await expect(pictures).toHaveCount(13)
  for (const picture of await pictures.all()) {
    expect(Number(await picture.getAttribute('width'))).toBeGreaterThan(0)
    expect(Number(await picture.getAttribute('height'))).toBeGreaterThan(0)
    expect((await picture.getAttribute('alt'))?.length).toBeGreaterThan(40)
  }
  await expect(pictures.nth(12)).toHaveAttribute('loading', 'lazy')
  await page.getByText('Read as text').nth(6).click()
  await expect(page.getByText('$1M+ One year 14%, Two years 15%')).toBeVisible()
})

slow(
  'on a phone the deck is text by default, with and without scripts, and pictures are a press away',
  async ({ visitor }) => {
    const phone = { viewport: { width: 390, height: 844 } }
    const plain = await visitor({ ...phone, javaScriptEnabled: false })
    await visit(plain, '/pitch-deck')
    await expect(plain.getByText('$1M+ One year 14%, Two years 15%')).toBeVisible()

    const page = await visitor(phone)
    const loaded: string[] = []
    page.on('request', request => loaded.push(new URL(request.url()).pathname))
    await visit(page, '/pitch-deck')
    await expect(page.getByRole('heading', { name: 'A known return is hard to find' })).toBeVisible()
    await expect(page.getByText('$1M+ One year 14%, Two years 15%')).toBeVisible()
    const pictures = page.getByRole('main').locator('ol img')
    await expect(pictures.nth(6)).toBeHidden()
    await page.getByRole('link', { name: /^Open page 7 of 13/ }).scrollIntoViewIfNeeded()
    // Only the cover's.
    expect(loaded.filter(path => /deck\/\d\d-/.test(path))).toHaveLength(1)
    await expectNoAxeViolationsInLightAndDark(page)

    await page.getByRole('button', { name: 'Pages' }).click()
    await expect(pictures.nth(6)).toBeVisible()
    await expect(page.getByText('$1M+ One year 14%, Two years 15%')).toBeHidden()
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await page.getByRole('link', { name: /^Open page 7 of 13/ }).click()
    await expect(page.getByRole('dialog')).toContainText(position(7))
  },
)

test('a page opens over the whole window and closes by its button, by Escape and by a click beside it', async ({
  visitor,
}) => {
  const page = await visitor()
  await visit(page, '/pitch-deck')
  const opener = page.getByRole('link', { name: /^Open page 3 of 13/ })
  const overlay = page.getByRole('dialog')

  await opener.click()
  await expect(overlay).toBeVisible()
  await expect(overlay).toContainText(position(3))
  for (const words of [opener, overlay.getByRole('button', { name: 'Close' })])
    await expect(words).toHaveCSS('font-family', /^"?Text/)
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

slow('the overlay switches between vertical and horizontal view and stays on its page', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/pitch-deck?page=5')
  const overlay = page.getByRole('dialog')
  const horizontal = overlay.getByRole('button', { name: 'Horizontal view' })
  const vertical = overlay.getByRole('button', { name: 'Vertical view' })
  await expect(horizontal).toHaveAttribute('aria-pressed', 'true')
  await vertical.click()
  await expect(vertical).toHaveAttribute('aria-pressed', 'true')
  const strip = overlay.getByRole('region', { name: 'Pages' })
  expect(await strip.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight * 5)).toBe(true)
  await expect(overlay).toContainText(position(5))
  await horizontal.click()
  expect(await strip.evaluate(({ scrollWidth }) => scrollWidth)).toBe(1280 * 13)
  await expect(overlay).toContainText(position(5))
})

slow('arrow keys turn pages, and the URL follows without filling the history', async ({ visitor }) => {
  const page = await visitor({ reducedMotion: 'reduce' })
  await visit(page, '/faq')
  await visit(page, '/pitch-deck')
  await page.getByRole('link', { name: /^Open page 1 of 13/ }).click()
  const overlay = page.getByRole('dialog')
  await expect(overlay).toContainText(position(1))
  await page.keyboard.press('ArrowRight')
  await expect(overlay).toContainText(position(2))
  await page.keyboard.press('ArrowRight')
  await expect(overlay).toContainText(position(3))
  await expect(page).toHaveURL('/pitch-deck?page=3')
  await page.keyboard.press('ArrowLeft')
  await expect(overlay).toContainText(position(2))
  await page.keyboard.press('End')
  await expect(overlay).toContainText(position(13))
  await expect(overlay.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await page.goBack()
  await expect(overlay).toBeHidden()
  await expect(page).toHaveURL('/pitch-deck')
  await page.goBack()
  await expect(page).toHaveURL('/faq')
})

slow('key presses and clicks faster than the page transition each turn one page', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/pitch-deck?page=4')
  const overlay = page.getByRole('dialog')
  await expect(overlay).toContainText(position(4))
  // Both before the browser has scrolled.
  await overlay.evaluate(dialog => {
    for (const _ of [1, 2])
      dialog
        .querySelector('section')
        ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }))
  })
  await expect(overlay).toContainText(position(6))
  await page.keyboard.press('ArrowLeft')
  await expect(overlay).toContainText(position(5))
  await overlay.getByRole('button', { name: 'Next page' }).evaluate((next: HTMLElement) => {
    next.click()
    next.click()
  })
  await expect(overlay).toContainText(position(7))
})

slow('turning a page before the first one was observed counts', async ({ visitor }) => {
  const page = await visitor({ reducedMotion: 'reduce' })
  await delayIntersections(page)
  await visit(page, '/pitch-deck')
  await page.getByRole('link', { name: /^Open page 1 of 13/ }).click()
  const overlay = page.getByRole('dialog')
  await expect(overlay).toContainText(position(1))
  await page.keyboard.press('ArrowRight')
  await expect(overlay).toContainText(position(2))
})

slow(
  'a link to a page opens it and preloads the next one, and a link to a missing page opens nothing',
  async ({ visitor }) => {
    const page = await visitor()
    const next = page.waitForRequest(/\/media\/deck\/08-/)
    await visit(page, '/pitch-deck?page=7')
    await expect(page.getByRole('dialog')).toContainText(position(7))
    await next
    await visit(page, '/pitch-deck?page=14')
    await expect(page.getByRole('link', { name: /^Open page 1 of 13/ })).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
  },
)

slow('pages can be swiped, and Tab stays inside the overlay', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 844, height: 390 }, hasTouch: true })
  await visit(page, '/pitch-deck?page=1')
  const overlay = page.getByRole('dialog')
  await expect(overlay).toContainText(position(1))
  // A swipe makes the browser scroll the strip, which snaps to a page.
  await overlay.getByRole('region', { name: 'Pages' }).evaluate(strip => strip.scrollBy({ left: strip.clientWidth }))
  await expect(overlay).toContainText(position(2))
  for (let i = 0; i < 9; i++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  }
})

for (const { path, opener } of [
  { path: '/pitch-deck?page=2', opener: undefined },
  { path: '/documents?view=onepager', opener: /^Open/ },
]) {
  slow(
    `pinching zooms a page of ${path}, one finger pans it, and the browser’s own zoom stays as it is`,
    async ({ visitor }) => {
      const page = await visitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
      await visit(page, path)
      if (opener) await page.getByRole('main').getByRole('link', { name: opener }).first().tap()
      const overlay = page.getByRole('dialog')
      await expect(overlay).toBeVisible()
      const lens = overlay.locator('[data-part=lens]')
      const picture = lens.locator('> div')
      const touch = await touchInput(page)
      const middle = { x: 195, y: 420 }

      // Fingers move apart, from 60 to 180 pixels between them.
      await pinch(touch, middle, 60, 180)
      await expect(lens).toBeVisible()
      const large = await boxOf(picture)
      expect(large.width).toBeGreaterThan(390 * 2.7)
      expect(large.width).toBeLessThan(390 * 3.3)
      // The same point of the page is still midway between the fingers.
      expect(Math.abs((middle.x - large.x) / large.width - 0.5)).toBeLessThan(0.03)
      expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)

      // One finger pans the page without turning it.
      const before = (await page.url()) + (await overlay.getByText(/of 13/).allInnerTexts())
      await drag(touch, middle, { x: 75, y: 420 })
      const moved = await boxOf(picture)
      expect(Math.round(moved.x - large.x)).toBe(-120)
      // The page can't be panned past its edge.
      for (let i = 0; i < 8; i++) await drag(touch, { x: 350, y: 420 }, { x: 30, y: 420 })
      const edge = await boxOf(picture)
      expect(Math.round(edge.x + edge.width)).toBe(390)
      expect((await page.url()) + (await overlay.getByText(/of 13/).allInnerTexts())).toBe(before)

      // Fingers together again: the page is back at its size in the strip.
      await pinch(touch, middle, 200, 20)
      await expect(lens).toBeHidden()

      // A double tap zooms in, another one zooms out.
      for (const isZoomed of [true, false]) {
        for (let tap = 0; tap < 2; tap++) {
          await touch('touchStart', [middle])
          await touch('touchEnd', [])
        }
        await expect(lens).toBeVisible({ visible: isZoomed })
      }
      await expect(overlay).toBeVisible()
    },
  )
}

slow('at fit size a swipe turns the page, and mouse and keys zoom too', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 844, height: 390 }, hasTouch: true, reducedMotion: 'reduce' })
  await visit(page, '/pitch-deck?page=3')
  const overlay = page.getByRole('dialog')
  const lens = overlay.locator('[data-part=lens]')
  await expect(overlay).toContainText(position(3))
  await drag(await touchInput(page), { x: 700, y: 200 }, { x: 150, y: 200 })
  await expect(overlay).toContainText(position(4))

  await overlay.locator('figure img').nth(3).hover()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -200)
  await page.keyboard.up('Control')
  await expect(lens).toBeVisible()
  const { x } = await boxOf(lens.locator('> div'))
  await page.mouse.down()
  await page.mouse.move(380, 190, { steps: 3 })
  await page.mouse.up()
  expect((await boxOf(lens.locator('> div'))).x).not.toBe(x)
  // The page turned to is not zoomed.
  await overlay.getByRole('button', { name: 'Next page' }).click()
  await expect(overlay).toContainText(position(5))
  await expect(lens).toBeHidden()
  await overlay.locator('figure img').nth(4).dblclick()
  await expect(lens).toBeVisible()
  await page.keyboard.press('0')
  await expect(lens).toBeHidden()
  for (let i = 0; i < 3; i++) await page.keyboard.press('+')
  const keyed = await boxOf(lens.locator('> div'))
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await boxOf(lens.locator('> div'))).x).toBe(keyed.x - 80)
  await expect(overlay).toContainText(position(5))
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()
})

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  return (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}

slow('axe finds nothing on the overlay', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/pitch-deck?page=2')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
})
