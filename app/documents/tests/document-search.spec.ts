import type { Page } from '@playwright/test'
import { timeZone } from '../../../content/fund-time-zone.ts'
import { isoDayIn } from '../../../rules/dates.ts'
import { expect, expectNoAxeViolations, reload, test } from '../../../tests/e2e/fixtures.ts'
import { givenStatements } from '../../../tests/helpers/insert-statements.ts'

const views = (page: Page) => page.getByRole('link', { name: /^View Statement/ })
const yearAgo = (days: number) => isoDayIn(timeZone, Date.now() - days * 86_400_000).slice(0, 4)
const found = (page: Page) => page.getByRole('search').getByRole('status')

test('documents can be searched, filtered and sorted; a reload and going back keep it, one click clears it', async ({
  investor,
  site,
}) => {
  const { page, email } = await investor()
  await givenStatements(site, email, 120)
  await expect(page.getByText('Showing the newest 50 of 120 documents.')).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search documents' })
  await search.pressSequentially('ment 11')
  await expect(found(page)).toHaveText('11 of 120 documents')
  await expect(views(page)).toHaveCount(11)
  await page.getByLabel('Kind', { exact: true }).focus()
  await page.getByLabel('Kind', { exact: true }).selectOption('Statements (11)')
  await expect(page).toHaveURL('/profile?q=ment+11&kind=statements')
  await expect(views(page)).toHaveCount(11)
  // Statement 11 was added 11 days ago, and so on.
  const ofYear = [11, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119].filter(days => yearAgo(days) === yearAgo(11))
  await page.getByLabel('Year', { exact: true }).selectOption(`${yearAgo(11)} (${ofYear.length})`)
  await expect(views(page)).toHaveCount(ofYear.length)
  await page.getByLabel('Year', { exact: true }).selectOption('All years')
  await expect(views(page)).toHaveCount(11)
  await page.getByLabel('Sort by', { exact: true }).selectOption('Largest first')
  const general = page.getByRole('table', { name: 'General: Investment Documents' })
  await expect(general.getByRole('rowheader').first()).toHaveText('Statement 119.pdf')
  await expect(page).toHaveURL('/profile?q=ment+11&kind=statements&sort=size')
  await expectNoAxeViolations(page)

  await reload(page)
  await expect(search).toHaveValue('ment 11')
  await expect(views(page)).toHaveCount(11)
  await views(page).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(found(page)).toHaveText('11 of 120 documents')

  await search.fill('nothing of that name')
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  await page.getByRole('link', { name: 'Clear search and filters' }).click()
  await expect(found(page)).toHaveText('120 documents')
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
  await page.getByLabel('Sort by', { exact: true }).selectOption('Name, A to Z')
  await expect(page.getByRole('rowheader').nth(1)).toHaveText('Statement 8.pdf')
})
