import { uploadFile } from '../../app/viewer/tests/viewer-page.ts'
import { slowOf } from '../helpers/lane.ts'
import { expect, expectNoAxeViolationsInLightAndDark, test, visit } from './fixtures.ts'
import { measureLayout } from './measure-layout.ts'
import { admin, documentOpen, settings } from './portal-paths.ts'

const slow = slowOf(test)

const portalPages = ['/profile', settings, admin.people, documentOpen('00000000-0000-4000-8000-000000000000')]

test('axe finds nothing on the portal’s pages, and none scrolls sideways at 320 pixels', async ({ administrator }) => {
  const { page } = await administrator()
  for (const name of ['statement.pdf', 'chart.png']) await uploadFile(page, name)
  for (const path of portalPages) {
    await visit(page, path)
    await expectNoAxeViolationsInLightAndDark(page)
    await page.setViewportSize({ width: 320, height: 640 })
    const { sideways } = await page.evaluate(measureLayout)
    expect(sideways, path).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1280, height: 900 })
  }
  await visit(page, '/profile')
  await page.getByRole('link', { name: 'View chart.png' }).click()
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('dialog').getByRole('table')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
})

slow('on home the header slides in only after scrolling, and the logo leads back to the top', async ({ visitor }) => {
  const page = await visitor({ reducedMotion: 'no-preference' })
  await visit(page, '/')
  await expect(page.getByRole('heading', { level: 1, name: 'The Power of Certainty' })).toBeVisible()
  const about = page.getByRole('banner').getByRole('link', { name: 'About' })
  await expect(about).toBeHidden()
  await page.mouse.wheel(0, 900)
  await expect(about).toBeVisible()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Larkstone/ })
    .click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('the browser’s Back returns to where one was on the page, and a link starts at the top', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/')
  const source = page.getByRole('link', { name: 'Learn More' }).last()
  await source.scrollIntoViewIfNeeded()
  // Sections below the fold have been laid out by now.
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(2000)
  const before = (await source.boundingBox())?.y ?? 0
  await source.click()
  await expect(page).toHaveURL(/\/documents/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect.poll(async () => Math.abs(((await source.boundingBox())?.y ?? 9999) - before)).toBeLessThan(4)
  await page.goForward()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

slow('a tablet rotated while its menu is open shows a usable page', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 800, height: 1200 } })
  await visit(page, '/about')
  await page.getByRole('button', { name: /menu/i }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.setViewportSize({ width: 1200, height: 800 })
  await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/faq')
})

test('the mobile menu opens, traps focus, closes, and its links work', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 390, height: 844 } })
  await visit(page, '/')
  await page.getByRole('button', { name: /menu/i }).first().click()
  const menu = page.getByRole('dialog')
  for (const name of ['Home', 'Investor Info', 'About', 'FAQ', 'Contact', 'Sign In']) {
    await expect(menu.getByRole('link', { name })).toBeVisible()
  }
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () => document.activeElement?.closest('dialog') !== null || document.activeElement === document.body,
      ),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: /menu/i }).first().click()
  await menu.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/login')
  // No one who wants to sign in has to look for it in the menu.
  await visit(page, '/about')
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/login')
})
