import { asOwner } from '../helpers/owner.ts'
import { chooseInMenu, uploadDocuments } from './document-list.ts'
import { expect, expectNoAxeViolations, test, visit } from './fixtures.ts'
import { admin } from './portal-paths.ts'

test('all open delete requests are in one list, which updates for every administrator when one is decided', async ({
  investor,
  administrator,
  site,
}) => {
  test.slow()
  const [investorUser, secondUser, adminUser, other] = [
    await investor(),
    await investor(),
    await administrator(),
    await administrator(),
  ]
  await asOwner(
    site,
    `update documents set delete_request_status = null, delete_requested_by = null,
    delete_requested_at = null where delete_request_status = 'pending'`,
  )
  for (const { page } of [adminUser, other]) await visit(page, admin.deleteRequests)
  await expect(adminUser.page.getByRole('heading', { name: 'No delete requests' })).toBeVisible()
  await expectNoAxeViolations(adminUser.page)

  for (const [person, name] of [
    [investorUser, 'Old letter.txt'],
    [secondUser, 'Wrong scan.txt'],
  ] as const) {
    await uploadDocuments(person, { [name]: 'words' })
    await chooseInMenu(person.page, name, 'Request Delete')
    await person.page.getByRole('dialog').getByRole('button', { name: 'Request Delete' }).click()
    await expect(person.page.getByText('Delete Requested', { exact: true })).toBeVisible()
  }
  const requests = adminUser.page.getByRole('table', { name: 'Delete requests' }).getByRole('row')
  await expect(requests).toHaveCount(3)
  await expect(requests.nth(1)).toContainText('Old letter.txt')
  await expect(requests.nth(1)).toContainText(investorUser.email)
  await expect(requests.nth(1)).toContainText('by its owner')
  await expect(requests.nth(2)).toContainText('Wrong scan.txt')
  await expectNoAxeViolations(adminUser.page)

  await adminUser.page.getByRole('link', { name: 'View Wrong scan.txt' }).click()
  await expect(adminUser.page.getByRole('dialog', { name: 'Wrong scan.txt' })).toBeVisible()
  await adminUser.page.keyboard.press('Escape')
  await adminUser.page.getByRole('button', { name: 'Approve Old letter.txt' }).click()
  const question = adminUser.page.getByRole('dialog', { name: 'Approve the deletion of “Old letter.txt”?' })
  await expect(question).toContainText(investorUser.email)
  await question.getByRole('button', { name: 'Approve' }).click()
  await expect(adminUser.page.getByText('Document deleted successfully')).toBeVisible()
  await expect(investorUser.page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
  await expect(other.page.getByText('Old letter.txt')).toHaveCount(0)
  await expect(adminUser.page.getByRole('link', { name: 'View Wrong scan.txt' })).toBeFocused()

  // Several at once: here one, with a reason.
  await other.page.getByRole('checkbox', { name: 'Select Wrong scan.txt' }).check()
  const decisions = other.page.getByRole('region', { name: 'Selected requests' })
  await decisions.getByRole('button', { name: 'Reject' }).click()
  const rejection = other.page.getByRole('dialog', { name: 'Reject 1 delete request?' })
  await rejection.getByRole('textbox', { name: 'Reason (optional)' }).fill('We have to keep it for seven years.')
  await expectNoAxeViolations(other.page)
  await rejection.getByRole('button', { name: 'Reject' }).click()
  await expect(other.page.getByRole('status').filter({ hasText: '1 document kept' })).toBeFocused()
  await expect(other.page.getByText('Wrong scan.txt stays with its owner.')).toBeVisible()
  await expect(adminUser.page.getByRole('heading', { name: 'No delete requests' })).toBeVisible()
  await expect(secondUser.page.getByText('Delete Requested', { exact: true })).toHaveCount(0)
  await visit(secondUser.page, admin.deleteRequests)
  await expect(secondUser.page.getByRole('heading', { name: 'Delete requests' })).toHaveCount(0)
})
