import type { Page } from '@playwright/test'
import { expect, newAddress, test } from './fixtures.ts'

/** A page whose scripts come only when they are let in. */
async function slowPage(visitor: (options?: object) => Promise<Page>, path: string, options = {}) {
  const page = await visitor(options)
  const mayCome = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async route => {
    await mayCome.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const letIn = async () => {
    mayCome.resolve()
    await expect(page.locator('html')).toHaveAttribute('data-ready', '')
    await expect(page.locator('[data-waiting]')).toHaveCount(0)
  }
  return { page, letIn }
}

test('what is chosen before the scripts run is what the calculator shows afterwards', async ({ visitor }) => {
  const { page, letIn } = await slowPage(visitor, '/investor-info')
  await page.getByRole('radio', { name: '1 year' }).click()
  await page.getByRole('radio', { name: '$350K - $499K' }).click()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Quarterly' })).toBeChecked()
  await letIn()
  await expect(page.getByLabel('Exact amount')).toHaveValue('350000')
  await expect(page.getByRole('radio', { name: '1 year' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Quarterly' })).toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: 'On a note of $350,000 for one year' })).toBeVisible()
})

test('a preset that was chosen from the start can be pressed early too', async ({ visitor }) => {
  const { page, letIn } = await slowPage(visitor, '/investor-info')
  await page.getByRole('radio', { name: '$1M+' }).click()
  await letIn()
  await expect(page.getByLabel('Exact amount')).toHaveValue('1000000')
})

test('the menu that a phone asks for early opens', async ({ visitor }) => {
  const { page, letIn } = await slowPage(visitor, '/faq', { viewport: { width: 390, height: 844 } })
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await expect(menu).toHaveAttribute('data-waiting', '')
  await letIn()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
})

test('a page of the deck that is pressed early opens over the window', async ({ visitor }) => {
  const { page, letIn } = await slowPage(visitor, '/documents')
  await page.getByRole('link', { name: /^Open page 1 of 13/ }).click()
  await letIn()
  await expect(page.getByRole('dialog')).toContainText('1 of 13')
  await expect(page).toHaveURL('/documents?page=1')
})

test('an early wish for a consultation arrives with the visitor', async ({ visitor }) => {
  const { page, letIn } = await slowPage(visitor, '/faq')
  await page.getByRole('main').getByRole('link', { name: 'Ask the Founder' }).click()
  await letIn()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('heading', { level: 1, name: 'Schedule your consultation.' })).toBeVisible()
})

test('plain links and questions need no scripts at all', async ({ visitor }) => {
  const { page } = await slowPage(visitor, '/faq')
  await page.locator('summary').first().click()
  await expect(page.locator('details').first()).toHaveAttribute('open', '')
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
})

test('an address typed early stays, and is what the code is sent to', async ({ visitor, site }) => {
  const { page, letIn } = await slowPage(visitor, '/login')
  const email = newAddress('early')
  await page.getByLabel('E-mail address').pressSequentially(email)
  await letIn()
  await expect(page.getByLabel('E-mail address')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Verification code sent to your email')).toBeVisible()
  expect(await site.mailbox.code(email)).toMatch(/^\d{6}$/)
})
