import { insertHolder } from '../helpers/insert-notes.ts'
import { asOwner } from '../helpers/owner.ts'
import { uploadDocuments } from './document-list.ts'
import { expect, expectNoAxeViolationsInLightAndDark, reload, test, visit } from './fixtures.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('on a phone an investor has four ways at the bottom of every page, and opens a document by its whole row', async ({
  investor,
  site,
}) => {
  const person = await investor(phone)
  const { page } = person
  await uploadDocuments(person, { 'Letter.txt': 'Dear investor' })
  await visit(page, '/profile')
  const bar = page.getByRole('navigation', { name: 'Shortcuts' })
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Documents', 'Messages', 'Call'])
  await expect(bar.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
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

  await page.evaluate(() => scrollTo(0, 0))
  await bar.getByRole('link', { name: 'Documents' }).click()
  await expect(page.getByRole('heading', { name: 'Your documents' })).toBeInViewport()
  await expect(bar.locator('[aria-current=page]')).toHaveText('Documents')
  // The bar is the navigation, and says where one is while the list is searched, too.
  await expect(page.getByRole('tablist', { name: 'Your portal' })).toBeHidden()
  const search = page.getByRole('searchbox', { name: 'Search documents' })
  for (const words of ['letter', '']) {
    await search.fill(words)
    await expect(page).toHaveURL(words ? /\?q=letter$/ : /\/profile$/)
    await expect(bar.locator('[aria-current=page]')).toHaveText('Documents')
  }

  // A row's menu opens below its row, which the page makes room for.
  const more = row.getByRole('button', { name: /^More actions/ })
  await more.evaluate(button => button.scrollIntoView({ block: 'end' }))
  await more.click()
  const [menuBox, moreBox] = [await page.getByRole('menu').boundingBox(), await more.boundingBox()]
  expect(menuBox?.y ?? 0).toBeGreaterThanOrEqual((moreBox?.y ?? 0) + (moreBox?.height ?? 0))
  await page.keyboard.press('Escape')
  await bar.getByRole('link', { name: 'Call' }).click()
  await expect(page).toHaveURL('/phone-call-booking')
  // The site knows who is signed in.
  await expect(page.getByLabel('E-mail address')).toHaveValue(person.email)
  await expect(bar.getByRole('link', { name: 'Call' })).toHaveAttribute('aria-current', 'page')

  // Who holds notes reaches them in one press, on public pages, too.
  await insertHolder((text, values) => asOwner(site, text, values), [person])
  await reload(page)
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Notes', 'Documents', 'Messages'])
  await bar.getByRole('link', { name: 'Notes' }).click()
  await expect(page).toHaveURL('/profile/notes')
  await expect(bar.locator('[aria-current=page]')).toHaveText('Notes')

  // What the bar has no room for is in the menu.
  await page.getByRole('button', { name: 'Menu' }).click()
  const dialog = page.getByRole('dialog', { name: 'Menu' })
  const links = dialog.getByRole('navigation', { name: 'Your portal' }).getByRole('link')
  await expect(links).toHaveText([
    'Notes',
    'Messages',
    'Signing',
    'Taxes',
    'Shared access',
    'Accreditation',
    'Settings',
  ])
  await expect(dialog.locator('[aria-current=page]')).toHaveText('Notes')
  await expect(dialog.getByRole('button', { name: 'Sign Out' })).toBeInViewport()
  await expectNoAxeViolationsInLightAndDark(page)
  await dialog.getByRole('link', { name: 'Taxes' }).click()
  await expect(page).toHaveURL('/profile/tax')
  await expect(bar.locator('[aria-current=page]')).toHaveCount(0)

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
