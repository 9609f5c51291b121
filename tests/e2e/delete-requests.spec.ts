import { asOwner } from '../helpers/owner.ts'
import { give } from './document-list.ts'
import { expect, expectNoAxeViolations, test, visit } from './fixtures.ts'
import { admin } from './portal-paths.ts'

test('all open delete requests are in one list, which updates for every administrator when one is decided', async ({
  investor,
  administrator,
  site,
}) => {
  test.slow()
  const [one, two, boss, other] = [await investor(), await investor(), await administrator(), await administrator()]
  await asOwner(
    site,
    `update documents set delete_request_status = null, delete_requested_by = null,
    delete_requested_at = null where delete_request_status = 'pending'`,
  )
  for (const { page } of [boss, other]) await visit(page, admin.deleteRequests)
  await expect(boss.page.getByRole('heading', { name: 'No delete requests' })).toBeVisible()
  await expectNoAxeViolations(boss.page)

  for (const [person, name] of [
    [one, 'Old letter.txt'],
    [two, 'Wrong scan.txt'],
  ] as const) {
    await give(person, { [name]: 'words' })
    await person.page.getByRole('button', { name: `Request Delete ${name}` }).click()
    await person.page.getByRole('dialog').getByRole('button', { name: 'Request Delete' }).click()
    await expect(person.page.getByText('Delete Requested', { exact: true })).toBeVisible()
  }
  const requests = boss.page.getByRole('table', { name: 'Delete requests' }).getByRole('row')
  await expect(requests).toHaveCount(3)
  await expect(requests.nth(1)).toContainText('Old letter.txt')
  await expect(requests.nth(1)).toContainText(one.email)
  await expect(requests.nth(1)).toContainText('by its owner')
  await expect(requests.nth(2)).toContainText('Wrong scan.txt')
  await expectNoAxeViolations(boss.page)

  await boss.page.getByRole('link', { name: 'View Wrong scan.txt' }).click()
  await expect(boss.page.getByRole('dialog', { name: 'Wrong scan.txt' })).toBeVisible()
  await boss.page.keyboard.press('Escape')
  await boss.page.getByRole('button', { name: 'Approve Old letter.txt' }).click()
  const question = boss.page.getByRole('dialog', { name: 'Approve the deletion of “Old letter.txt”?' })
  await expect(question).toContainText(one.email)
  await question.getByRole('button', { name: 'Approve' }).click()
  await expect(boss.page.getByText('Document deleted successfully')).toBeVisible()
  await expect(one.page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
  await expect(other.page.getByText('Old letter.txt')).toHaveCount(0)
  await expect(boss.page.getByRole('link', { name: 'View Wrong scan.txt' })).toBeFocused()

  await other.page.getByRole('button', { name: 'Reject Wrong scan.txt' }).click()
  await expect(other.page.getByText('Delete request rejected')).toBeVisible()
  await expect(boss.page.getByRole('heading', { name: 'No delete requests' })).toBeVisible()
  await expect(two.page.getByText('Delete Requested', { exact: true })).toHaveCount(0)
  await visit(two.page, admin.deleteRequests)
  await expect(two.page.getByRole('heading', { name: 'Delete requests' })).toHaveCount(0)
})
