import { row, uploadDocuments } from '../../../tests/e2e/document-list.ts'
import { expect, expectNoAxeViolationsInLightAndDark, test } from '../../../tests/e2e/fixtures.ts'

test('a new investor is greeted, asked once for a name, and sees what is unread until they have read it', async ({
  investor,
  administrator,
}) => {
  const [investorUser, adminUser] = [await investor(), await administrator()]
  const { page } = investorUser
  await expect(page.getByRole('heading', { name: /^Good (morning|afternoon|evening)\.$/ })).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByLabel('Full name').fill('Iris Vestor')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: /^Good \w+, Iris Vestor\.$/ })).toBeVisible()
  const steps = page.getByRole('region', { name: 'How investing works' }).getByRole('listitem')
  await expect(steps).toHaveCount(4)
  await expect(steps.and(page.locator('[aria-current=step]'))).toContainText('Talk')

  await uploadDocuments(adminUser, { 'Statement.txt': 'Paid in full' }, investorUser)
  const news = page.getByRole('region', { name: 'New for you' })
  await expect(news.getByRole('listitem')).toHaveText(/^Statement /)
  await expect(row(page, 'Unread: Statement.txt')).toBeVisible()
  await expect(steps.and(page.locator('[aria-current=step]'))).toContainText('Review')
  await expectNoAxeViolationsInLightAndDark(page)
  await news.getByRole('link', { name: 'Statement', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Statement.txt' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('The latest document from us is')).toContainText('Statement')
  await expect(news).toHaveCount(0)
  await expect(row(page, 'Unread: Statement.txt')).toHaveCount(0)
  await page.getByRole('button', { name: 'Hide these steps' }).click()
  await expect(steps).toHaveCount(0)
})
