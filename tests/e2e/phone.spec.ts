import { uploadDocuments } from './document-list.ts'
import { expect, expectNoAxeViolationsInLightAndDark, test, visit } from './fixtures.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('on a phone an investor has four ways at the bottom of every page, and opens a document by its whole row', async ({
  investor,
}) => {
  const person = await investor(phone)
  const { page } = person
  await uploadDocuments(person, { 'Letter.txt': 'Dear investor' })
  await visit(page, '/profile')
  const bar = page.getByRole('navigation', { name: 'Shortcuts' })
  await expect(bar.getByRole('link')).toHaveText(['Documents', 'Messages', 'Call', 'Settings'])
  await expect(bar.getByRole('link', { name: 'Documents' })).toHaveAttribute('aria-current', 'page')
  await expectNoAxeViolationsInLightAndDark(page)

  // The last thing on the page ends above the bar.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const { y = 0 } = (await bar.boundingBox()) ?? {}
  const footer = await page.getByRole('contentinfo').boundingBox()
  expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(y + 1)

  const row = page.getByRole('row').filter({ hasText: 'Letter.txt' })
  await row.scrollIntoViewIfNeeded()
  const { x = 0, y: top = 0, width = 0, height = 0 } = (await row.boundingBox()) ?? {}
  await page.touchscreen.tap(x + width - 12, top + height / 2)
  await expect(page.getByRole('dialog')).toContainText('Dear investor')
  await page.keyboard.press('Escape')

  await bar.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/profile/settings')
  await bar.getByRole('link', { name: 'Call' }).click()
  await expect(page).toHaveURL('/phone-call-booking')
  // The site knows who is signed in.
  await expect(page.getByLabel('E-mail address')).toHaveValue(person.email)
  await expect(bar.getByRole('link', { name: 'Call' })).toHaveAttribute('aria-current', 'page')

  // On the home page nothing is printed over the fund's name.
  await visit(page, '/')
  await expect(bar).toBeVisible()
  const name = await page
    .getByRole('main')
    .getByRole('link', { name: /, home$/ })
    .boundingBox()
  const menu = await page.getByRole('main').getByRole('button', { name: 'Menu' }).boundingBox()
  expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThan(menu?.x ?? 0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Profile & Documents' })).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(bar).toBeHidden()
})
