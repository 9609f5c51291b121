import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { asOwner } from '../helpers/owner.ts'
import { expect, expectNoAxeViolations, test, visit } from './fixtures.ts'
import { documentsOf } from './portal-paths.ts'

const statement = fileURLToPath(new URL('../fixtures/files/statement.pdf', import.meta.url))
const selector = (page: Page) => page.getByRole('combobox', { name: 'Whose documents' })

test('managing another user is locked, asked about, locked again, and says whose documents these are', async ({
  administrator,
  investor,
}) => {
  // Two people, each step of the lock, and three looks by axe.
  test.slow()
  const boss = await administrator()
  const one = await investor()
  const { page } = boss

  // Locked by default, and the lock is real.
  await expect(selector(page)).toBeDisabled()
  await expect(selector(page)).toHaveValue('My Documents')
  await expect(page.getByText('Unlock to choose a user')).toBeVisible()
  await expect(page.getByRole('note')).toHaveCount(0)

  // Unlocked, another user can be looked for and chosen, by keyboard alone.
  await page.getByRole('button', { name: 'Unlock' }).press('Enter')
  await selector(page).fill(one.email)
  await expect(page.getByRole('option', { name: one.email })).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(1)
  await expectNoAxeViolations(page)
  await selector(page).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Manage documents for ${one.email}?` })
  await expect(dialog).toBeVisible()

  // Not confirmed, nothing changes.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/profile$/)
  await expect(selector(page)).toHaveValue('My Documents')

  // Confirmed, it is that user, and locked again.
  await selector(page).fill(one.email)
  await page.getByRole('option', { name: one.email }).click()
  await dialog.getByRole('button', { name: 'Manage documents' }).click()
  await expect(page.getByRole('note')).toContainText(`Documents of ${one.email}`)
  await expect(page).toHaveTitle(new RegExp(`^Documents of ${one.email}`))
  await expect(page.getByText(`Drop files here for ${one.email}`)).toBeVisible()
  await expect(selector(page)).toBeDisabled()
  await expect(selector(page)).toHaveValue(one.email)
  await expectNoAxeViolations(page)

  // What is uploaded now is the investor's, who sees it come.
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles(statement)
  await expect(one.page.getByRole('row').filter({ hasText: 'statement.pdf' })).toBeVisible()

  // Looking at other tabs changes nothing of that: only the chooser does.
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  await page.reload()
  await page.getByRole('tab', { name: 'Admin', exact: true }).click()
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Documents' }).click()
  await expect(page.getByRole('heading', { name: 'Documents', exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Documents' }).click()
  await expect(page.getByRole('note')).toContainText(`Documents of ${one.email}`)
  await page.getByRole('tab', { name: 'Documents' }).click()
  await expect(page.getByRole('note')).toContainText(`Documents of ${one.email}`)

  // Back to one's own documents asks, too: by the selector and by the banner.
  const home = page.getByRole('dialog', { name: 'Back to My Documents?' })
  await page.getByRole('button', { name: 'Unlock' }).click()
  await selector(page).click()
  await page.getByRole('option', { name: 'My Documents' }).click()
  await home.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('note')).toContainText(one.email)
  await page.getByRole('note').getByRole('button', { name: 'My Documents' }).click()
  await home.getByRole('button', { name: 'My Documents' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('note')).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'statement.pdf' })).toHaveCount(0)
  await expect(selector(page)).toBeDisabled()
})

test('an address that names a user opens with the banner, which stays in sight on a phone', async ({
  administrator,
  investor,
  site,
}) => {
  const { page } = await administrator()
  const one = await investor()
  const { rows } = await asOwner(
    site,
    "update user_profiles set full_name = 'Iris Vestor-Longname' where email = $1 returning id",
    [one.email],
  )
  await page.setViewportSize({ width: 320, height: 640 })
  await visit(page, documentsOf(rows[0].id))
  await expect(page.getByRole('note')).toContainText('Documents of Iris Vestor-Longname')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 3))
  await expect(page.getByRole('note')).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectNoAxeViolations(page)
  // An investor has no selector, whatever the address says.
  await expect(selector(one.page)).toHaveCount(0)
  expect((await one.page.request.get('/profile/people?search=a')).status()).toBe(403)
})
