import { someOf } from '../helpers/lane.ts'
import { expect, test, visit } from './fixtures.ts'

test('the skip link skips the header and leads to the content', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/about')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})

for (const key of someOf(['Enter'], ['Enter', 'Space'])) {
  test(`menus and overlays open with ${key}, close with Escape and return focus`, async ({ visitor, investor }) => {
    const phone = await visitor({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
    await visit(phone, '/about')
    const menu = phone.getByRole('button', { name: 'Menu' })
    await menu.focus()
    await phone.keyboard.press(key)
    await expect(phone.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    expect(await phone.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
    await phone.keyboard.press('Escape')
    await expect(phone.getByRole('dialog', { name: 'Menu' })).toBeHidden()
    await expect(menu).toBeFocused()

    await visit(phone, '/faq')
    const question = phone.locator('summary').first()
    await question.focus()
    await phone.keyboard.press(key)
    await expect(phone.locator('details').first()).toHaveAttribute('open')
    await phone.keyboard.press(key)
    await expect(phone.locator('details').first()).not.toHaveAttribute('open')
    await expect(question).toBeFocused()

    const { page } = await investor({ at: '/about' })
    const account = page.getByRole('button', { name: 'Profile' })
    await account.focus()
    await page.keyboard.press(key)
    await expect(page.getByRole('region', { name: 'Your account' })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Profile & Documents' }).first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Your account' })).toBeHidden()
    await expect(account).toBeFocused()
  })
}

test('Tab shows more of a text field than its first line, wherever the window ends', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/email-contact')
  const message = page.getByLabel('Message')
  const seen: number[] = []
  for (let height = 400; height < 560; height += 10) {
    await page.setViewportSize({ width: 1280, height })
    await page.evaluate(() => scrollTo(0, 0))
    await message.focus()
    await page.keyboard.press('Shift+Tab')
    await page.evaluate(() => scrollTo(0, 0))
    await page.keyboard.press('Tab')
    await expect(message).toBeFocused()
    seen.push(await message.evaluate(field => innerHeight - field.getBoundingClientRect().top))
  }
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(48)
})
