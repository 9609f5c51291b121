import { expect, expectNoAxeViolations, test } from '../../../tests/e2e/fixtures.ts'
import { admin } from '../../../tests/e2e/portal-paths.ts'
import { cookieOf, newPerson, type SignedInPerson } from '../../../tests/e2e/signed-in-person.ts'
import { apiFor } from '../../../tests/helpers/api.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import type { Site } from '../../../tests/helpers/server.ts'

const slow = slowOf(test)

/** A new investor uploads a document and requests its deletion. */
async function askToDelete(site: Site, filename: string): Promise<SignedInPerson> {
  const person = await newPerson(site)
  const api = apiFor(site.url, { cookie: cookieOf(person.cookies) })
  await api.act('document.request_delete', await api.upload({ filename, content: Buffer.from('words') }))
  return person
}

slow(
  'all open delete requests are in one list, which updates for every administrator when one is decided',
  async ({ administrator, site }) => {
    await asOwner(
      site,
      `update documents set delete_request_status = null, delete_requested_by = null,
    delete_requested_at = null where delete_request_status = 'pending'`,
    )
    const adminUser = await administrator({ at: admin.deleteRequests })
    const other = await administrator({ at: admin.deleteRequests })
    await expect(adminUser.page.getByRole('heading', { name: 'No delete requests' })).toBeVisible()
    await expectNoAxeViolations(adminUser.page)

    // What their owners see is told in document-management.spec.ts.
    const investorUser = await askToDelete(site, 'Old letter.txt')
    await askToDelete(site, 'Wrong scan.txt')
    const requests = adminUser.page.getByRole('table', { name: 'Delete requests' }).getByRole('row')
    await expect(requests).toHaveCount(3)
    await expect(requests.nth(1)).toContainText('Old letter.txt')
    await expect(requests.nth(1)).toContainText(investorUser.email)
    await expect(requests.nth(2)).toContainText('Wrong scan.txt')
    await expectNoAxeViolations(adminUser.page)

    await adminUser.page.getByRole('link', { name: 'View Wrong scan.txt' }).click()
    await expect(adminUser.page.getByRole('dialog', { name: 'Wrong scan.txt' })).toBeVisible()
    await adminUser.page.keyboard.press('Escape')
    await adminUser.page.getByRole('button', { name: 'Approve Old letter.txt' }).click()
    const question = adminUser.page.getByRole('dialog', { name: 'Approve the deletion of “Old letter.txt”?' })
    await expect(question).toContainText(investorUser.email)
    await question.getByRole('button', { name: 'Approve' }).click()
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
  },
)
