import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { chooseFiles, uploadDocuments } from '../../../tests/e2e/document-list.ts'
import { expect, expectNoAxeViolations, later, reload, test, visit } from '../../../tests/e2e/fixtures.ts'
import { documentsOf, peopleFound } from '../../../tests/e2e/portal-paths.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'

const slow = slowOf(test)

const statement = fileURLToPath(new URL('../../../tests/fixtures/files/statement.pdf', import.meta.url))
const selector = (page: Page) => page.getByRole('combobox', { name: 'Account', exact: true })

test('managing another user must be unlocked and confirmed, locks again, and shows whose documents these are', async ({
  administrator,
  investor,
}) => {
  const adminUser = await administrator()
  const investorUser = await investor()
  const { page } = adminUser

  // Locked by default.
  await expect(selector(page)).toBeDisabled()
  await expect(selector(page)).toHaveValue('My Documents')
  await expect(page.getByText('Unlock to choose a person')).toBeVisible()
  await expect(page.getByRole('note')).toHaveCount(0)

  // Once unlocked, another user can be found and chosen by keyboard alone.
  await page.getByRole('button', { name: 'Unlock' }).press('Enter')
  await selector(page).fill(investorUser.email)
  await expect(page.getByRole('option', { name: investorUser.email })).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(1)
  await expectNoAxeViolations(page)
  await selector(page).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Manage documents for ${investorUser.email}?` })
  await expect(dialog).toBeVisible()

  // Without confirmation nothing changes.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/profile$/)
  await expect(selector(page)).toHaveValue('My Documents')

  // After confirmation, the page shows that user's documents and is locked again.
  await selector(page).fill(investorUser.email)
  await page.getByRole('option', { name: investorUser.email }).click()
  await dialog.getByRole('button', { name: 'Manage documents' }).click()
  await expect(page.getByRole('note')).toContainText(`Documents of ${investorUser.email}`)
  await expect(page).toHaveTitle(new RegExp(`^Documents of ${investorUser.email}`))
  await expect(selector(page)).toBeDisabled()
  await expect(selector(page)).toHaveValue(investorUser.email)
  await expectNoAxeViolations(page)

  // An upload now belongs to the investor, who sees it arrive.
  await chooseFiles(page, statement)
  await expect(page.getByText(`Drop files here for ${investorUser.email}`)).toBeVisible()
  await expect(investorUser.page.getByRole('row').filter({ hasText: 'statement.pdf' })).toBeVisible()

  // Visiting other pages doesn't change the managed user: only the selector does.
  const office = page.getByRole('navigation', { name: 'Office' })
  await office.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  await reload(page)
  await page.getByRole('tab', { name: 'Admin', exact: true }).click()
  await office.getByRole('link', { name: /^Documents/ }).click()
  await expect(page.getByRole('heading', { name: 'All documents', exact: true })).toBeVisible()
  await office.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Documents' }).click()
  await expect(page.getByRole('note')).toContainText(`Documents of ${investorUser.email}`)
  // The page was loaded again since, so it asks once more.
  await page.getByRole('link', { name: 'Manage documents' }).click()

  // Returning to My Documents asks for confirmation too, from the selector and from the banner.
  const home = page.getByRole('dialog', { name: 'Back to My Documents?' })
  await page.getByRole('button', { name: 'Unlock' }).click()
  await selector(page).click()
  await page.getByRole('option', { name: 'My Documents' }).click()
  await home.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('note')).toContainText(investorUser.email)
  await page.getByRole('note').getByRole('button', { name: 'My Documents' }).click()
  await home.getByRole('button', { name: 'My Documents' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('note')).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'statement.pdf' })).toHaveCount(0)
  await expect(selector(page)).toBeDisabled()
})

slow(
  'a URL that names a user opens with the banner, which stays in view on a phone',
  async ({ administrator, investor, site }) => {
    const { page } = await administrator(later)
    const investorUser = await investor()
    const { rows } = await asOwner(
      site,
      "update user_profiles set full_name = 'Iris Vestor-Longname' where email = $1 returning id",
      [investorUser.email],
    )
    await page.setViewportSize({ width: 320, height: 640 })
    await visit(page, documentsOf(rows[0].id))
    await expect(page.getByRole('note')).toContainText('Documents of Iris Vestor-Longname')
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 3))
    await expect(page.getByRole('note')).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await expectNoAxeViolations(page)
    // An investor has no selector and can't search for people.
    await expect(selector(investorUser.page)).toHaveCount(0)
    expect((await investorUser.page.request.get('/profile/people?search=a')).status()).toBe(403)
  },
)

test('whatever link leads to somebody’s documents, nothing can be changed there before it is confirmed', async ({
  administrator,
  investor,
}) => {
  const investorUser = await investor()
  await uploadDocuments(investorUser, { 'mine.txt': 'words' })
  const { page } = await administrator({ at: peopleFound(investorUser.email) })
  const question = page.getByRole('region', { name: `Manage documents for ${investorUser.email}?` })
  const expectLocked = async () => {
    await expect(question).toBeVisible()
    await expect(page.locator('input[type=file]')).toHaveCount(0)
    await expect(page.getByText(/Add a signing link|Ask .* for a document/)).toHaveCount(0)
    await expect(page.getByRole('row')).toHaveCount(0)
  }
  // From a name in the list of users, and by an address.
  const found = page.getByRole('row').filter({ hasText: investorUser.email })
  await found.getByRole('rowheader').getByRole('link').click()
  const sections = page.getByRole('navigation', { name: `About ${investorUser.email}` })
  await sections.getByRole('link', { name: 'Documents' }).click()
  await expectLocked()
  await expectNoAxeViolations(page)
  await visit(page, documentsOf(investorUser.id))
  await expectLocked()
  await page.getByRole('link', { name: 'Manage documents' }).press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'mine.txt' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  // Its section about signatures is behind the same lock, which is open now.
  await sections.getByRole('link', { name: 'Signing' }).click()
  await expect(page).toHaveURL(/\/signing$/)
  await expect(page.getByText(`Add a signing link for ${investorUser.email}`)).toBeVisible()
  await reload(page)
  await page.getByRole('link', { name: `Add a signing link for ${investorUser.email}` }).click()
  await page.getByRole('button', { name: 'Manage documents' }).click()
  await page.getByText(`Add a signing link for ${investorUser.email}`).click()
  await expect(page.getByRole('textbox', { name: 'URL' })).toBeVisible()
})
