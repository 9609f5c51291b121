import { expect, expectNoAxeViolationsByDayAndNight, test, visit } from './fixtures.ts'
import { look } from './measure-layout.ts'
import { admin, documentOpen, settings } from './portal-paths.ts'
import { add } from './viewer-page.ts'

const portalPages = ['/profile', settings, admin.people, documentOpen('00000000-0000-4000-8000-000000000000')]

test('axe finds nothing on any page of the portal, and none scrolls sideways at 320 pixels', async ({
  administrator,
}) => {
  test.slow()
  const { page } = await administrator()
  for (const name of ['statement.pdf', 'chart.png']) await add(page, name)
  for (const path of portalPages) {
    await visit(page, path)
    await expectNoAxeViolationsByDayAndNight(page)
    await page.setViewportSize({ width: 320, height: 640 })
    const { sideways } = await page.evaluate(look)
    expect(sideways, path).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1280, height: 900 })
  }
  await visit(page, '/profile')
  await page.getByRole('link', { name: 'View chart.png' }).click()
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await expectNoAxeViolationsByDayAndNight(page)
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('dialog').getByRole('table')).toBeVisible()
  await expectNoAxeViolationsByDayAndNight(page)
})

test('the header slides in on home only after scrolling, and the mark goes back to the top', async ({ visitor }) => {
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

test('a tablet that is turned while its menu is open shows a page that can be used', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 800, height: 1200 } })
  await visit(page, '/about')
  await page.getByRole('button', { name: /menu/i }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.setViewportSize({ width: 1200, height: 800 })
  await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/faq')
})

test('the phone’s menu opens, keeps focus, leads on and closes', async ({ visitor }) => {
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
})
