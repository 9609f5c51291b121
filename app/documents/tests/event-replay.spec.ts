import type { Page } from '@playwright/test'
import { minFormTime } from '../../../rules/limits.ts'
import { files, row } from '../../../tests/e2e/document-list.ts'
import { expect, newEmailAddress, test } from '../../../tests/e2e/fixtures.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'

const slow = slowOf(test)

/** Opens a page whose scripts are not delivered until `hydrate` is called. */
async function slowPage(visitor: (options?: object) => Promise<Page>, path: string, options = {}) {
  const page = await visitor(options)
  const released = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async route => {
    await released.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const hydrate = async () => {
    released.resolve()
    await expect(page.locator('html')).toHaveAttribute('data-ready', '')
    await expect(page.locator('[data-waiting]')).toHaveCount(0)
  }
  return { page, hydrate }
}

slow('the calculator shows after hydration what was chosen before', async ({ visitor }) => {
  const { page, hydrate } = await slowPage(visitor, '/investor-info')
  await page.getByRole('radio', { name: '1 year' }).click()
  await page.getByRole('radio', { name: '$350K - $499K' }).click()
  // By the term to the payments.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Quarterly' })).toBeChecked()
  await hydrate()
  await expect(page.getByLabel('Exact amount')).toHaveValue('$350,000')
  await expect(page.getByRole('radio', { name: '1 year' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Quarterly' })).toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: 'On a note of $350,000 for one year' })).toBeVisible()
})

slow('the preset that is selected by default can be clicked before hydration too', async ({ visitor }) => {
  const { page, hydrate } = await slowPage(visitor, '/investor-info')
  await page.getByRole('radio', { name: '$1M+' }).click()
  await hydrate()
  await expect(page.getByLabel('Exact amount')).toHaveValue('$1,000,000')
})

test('a menu button clicked before hydration opens the menu', async ({ visitor }) => {
  const { page, hydrate } = await slowPage(visitor, '/faq', { viewport: { width: 390, height: 844 } })
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await expect(menu).toHaveAttribute('data-waiting', '')
  await hydrate()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
})

slow('a page of the deck clicked before hydration opens over the window', async ({ visitor }) => {
  const { page, hydrate } = await slowPage(visitor, '/documents')
  await page.getByRole('link', { name: /^Open page 1 of 13/ }).click()
  await hydrate()
  await expect(page.getByRole('dialog')).toContainText('1 of 13')
  await expect(page).toHaveURL('/documents?page=1')
})

slow('a request for a consultation made before hydration is remembered', async ({ visitor }) => {
  const { page, hydrate } = await slowPage(visitor, '/documents')
  await page.getByRole('main').getByRole('link', { name: 'Schedule Consultation' }).click()
  await hydrate()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('heading', { level: 1, name: 'Schedule your consultation.' })).toBeVisible()
})

slow('plain links and questions need no scripts', async ({ visitor }) => {
  const { page } = await slowPage(visitor, '/faq')
  await page.locator('summary').first().click()
  await expect(page.locator('details').first()).toHaveAttribute('open', '')
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
})

slow('an e-mail address typed before hydration stays, and the code is sent to it', async ({ visitor, site }) => {
  const { page, hydrate } = await slowPage(visitor, '/login')
  const email = newEmailAddress('early')
  await page.getByLabel('E-mail address').pressSequentially(email)
  await hydrate()
  await expect(page.getByLabel('E-mail address')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Verification code sent to your email')).toBeVisible()
  expect(await site.mailbox.code(email)).toMatch(/^\d{6}$/)
})

slow('a message typed before hydration is sent as it was typed', async ({ visitor, site }) => {
  const { page, hydrate } = await slowPage(visitor, '/contact')
  const email = newEmailAddress('early')
  await page.getByLabel('Name', { exact: true }).fill('Vera Visitor')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Message').fill('Typed before the scripts ran.')
  await page.getByLabel('Amount (optional)').selectOption({ index: 1 })
  // A form is not sent faster than a person could fill it in.
  await page.waitForTimeout(minFormTime)
  await hydrate()
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText(email)).toBeVisible()
  await expect
    .poll(() =>
      site.mailbox
        .allTo('office@larkstone.example')
        .map(({ text }) => text)
        .join(),
    )
    .toContain('Typed before the scripts ran.')
})

slow('Add files, pressed before hydration, opens the area afterwards', async ({ investor }) => {
  const { page } = await investor()
  const { hydrate } = await slowPage(async () => page, '/profile')
  await page.getByRole('button', { name: 'Add files' }).click()
  await hydrate()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles([`${files}statement.pdf`, `${files}chart.png`])
  await expect(row(page, 'statement.pdf')).toBeVisible()
  await expect(row(page, 'chart.png')).toBeVisible()
})
