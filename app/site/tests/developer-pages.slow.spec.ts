import { expect, expectNoAxeViolations, newEmailAddress, visit } from '../../../tests/e2e/fixtures.ts'
import { test } from './widget-site.ts'

/** The pages that are shown only with `DEV_PAGES=1`. */

test('sign-in can be tried step by step, and each kind of sign-out shows what it did', async ({ visitor, site }) => {
  const page = await visitor()
  const happened = page.getByRole('log', { name: 'What happened' })
  const email = newEmailAddress('developer')

  await visit(page, '/auth-test')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(happened.getByText('step code: Verification code sent to your email')).toBeVisible()
  // The page sends the second request too, so that the server's own limit answers.
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(happened.getByText(/RATE_LIMIT: Too many requests\. Please wait \d+ seconds/)).toBeVisible()
  await page.getByLabel('Verification code').fill('12')
  await page.getByRole('button', { name: 'Verify code' }).click()
  await expect(happened.getByText('INVALID_CODE: Invalid verification code')).toBeVisible()
  await page.getByLabel('Verification code').fill(await site.mailbox.code(email))
  await page.getByRole('button', { name: 'Verify code' }).click()
  await expect(happened.getByText('SIGNED_IN', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page)

  await visit(page, '/signout-debug')
  await page.getByRole('button', { name: 'Check session' }).click()
  await expect(happened.getByText(`200: ${email}`)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Sign out, 5-second timeout' }).click()
  await expect(happened.getByText('SIGNED_OUT', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Check session' }).click()
  await expect(happened.getByText('200: no session')).toBeVisible()
})

test('a sign-out that takes longer than five seconds is abandoned', async ({ visitor }) => {
  const page = await visitor()
  await page.route('/api/sign-out', () => {})
  await page.clock.install()
  await visit(page, '/signout-debug')
  await page.getByRole('button', { name: 'Sign out, 5-second timeout' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'true' })).toBeVisible()
  await page.clock.runFor(5000)
  await expect(page.getByText(/no answer within 5 seconds/)).toBeVisible()
})

test('force logout clears everything the browser stores and loads the home page', async ({ investor }) => {
  const { page } = await investor({ at: '/signout-debug' })
  await page.evaluate(async () => {
    localStorage.setItem('kept', '1')
    sessionStorage.setItem('kept', '1')
    await caches.open('kept')
  })
  await page.getByRole('button', { name: 'Force logout' }).click()
  await expect(page).toHaveURL('/')
  const stored = await page.evaluate(async () => [
    localStorage.length,
    sessionStorage.getItem('kept'),
    (await caches.keys()).length,
    document.cookie,
  ])
  expect(stored).toEqual([0, null, 0, ''])
  await visit(page, '/profile')
  await expect(page).toHaveURL(/\/login/)
})
