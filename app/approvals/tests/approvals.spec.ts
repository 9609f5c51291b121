import {
  expect,
  expectNoAxeViolations,
  expectNoAxeViolationsInLightAndDark,
  test,
  visit,
} from '../../../tests/e2e/fixtures.ts'
import { admin } from '../../../tests/e2e/portal-paths.ts'
import { newPerson } from '../../../tests/e2e/signed-in-person.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'

const slow = slowOf(test)

test('a holder gets a second member: one administrator asks, an approver, who sees nothing else, approves', async ({
  administrator,
  visitor,
  site,
}) => {
  const [investor, spouse] = [await newPerson(site), await newPerson(site)]
  const approver = await newPerson(site, { isApprover: true })
  const { page } = await administrator({ at: `${admin.holders}/new?person=${investor.id}` })
  await expect(page.getByLabel('E-mail')).toHaveValue(investor.email)
  await page.getByLabel('Name').fill('Horizon Trust Company FBO Jane Doe IRA')
  await page.getByLabel('Kind').selectOption('Self-directed IRA')
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByLabel('Custodian', { exact: true }).fill('Horizon Trust Company')
  await page.getByRole('button', { name: 'Add holder' }).click()
  await expect(page.getByRole('heading', { name: 'Horizon Trust Company FBO Jane Doe IRA' })).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)

  await page.getByLabel('Add by e-mail').fill(spouse.email)
  await page.getByLabel('Supporting document').fill('Operating agreement')
  await page.getByLabel('As', { exact: true }).selectOption('Viewer')
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(page.getByText('Pending under')).toBeVisible()
  await page.getByRole('link', { name: 'Approvals' }).first().click()
  const requested = page.getByRole('listitem').filter({ hasText: `Add ${spouse.email}` })
  await expect(requested.getByText('Needs another approver.')).toBeVisible()
  await expect(requested.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await expectNoAxeViolationsInLightAndDark(page)

  const other = await visitor()
  await other.context().addCookies(approver.cookies)
  await visit(other, '/profile')
  await expect(other.getByRole('tab', { name: 'Admin' })).toHaveCount(0)
  await other.getByRole('tab', { name: 'Approvals' }).click()
  const waiting = other.getByRole('listitem').filter({ hasText: `Add ${spouse.email}` })
  await expect(waiting.getByText(`${spouse.email} acts for Horizon Trust Company FBO Jane Doe IRA`)).toBeVisible()
  await expectNoAxeViolations(other)
  await waiting.getByRole('button', { name: /^Approve/ }).click()
  await expect(waiting.getByText('Approved', { exact: true })).toBeVisible()
  expect((await other.goto(admin.holders))?.status()).toBe(403)

  // The page of the one who asked follows.
  await expect(requested.getByText('Approved', { exact: true })).toBeVisible()
})

slow(
  'two administrators appoint an approver, who waits; a request is rejected with a reason',
  async ({ administrator, site }) => {
    const [investor, person] = [await newPerson(site), await newPerson(site)]
    const two = await administrator({ at: admin.approvals })
    const { page } = await administrator({ at: `${admin.people}/${person.id}/access` })
    await page.getByRole('button', { name: 'Make approver' }).click()
    const right = two.page.getByRole('listitem').filter({ hasText: `${person.email} an approver` })
    await right.getByRole('button', { name: /^Approve/ }).click()
    await expect(right.getByText('Approved', { exact: true })).toBeVisible()
    await visit(page, `${admin.people}/${person.id}/access`)
    await expect(page.getByText(/^Can approve from .*: their right is new/)).toBeVisible()
    await expectNoAxeViolationsInLightAndDark(page)

    await visit(page, `${admin.holders}/new`)
    await page.getByLabel('Name').fill('Doe Family LLC')
    await page.getByLabel('Kind').selectOption('LLC')
    await page.getByLabel('E-mail').fill(investor.email)
    await page.getByRole('button', { name: 'Add holder' }).click()
    await page.getByLabel('Add by e-mail').fill(person.email)
    await page.getByLabel('Supporting document').fill('Operating agreement')
    await page.getByRole('button', { name: 'Submit for approval' }).click()
    await expect(page.getByText('Pending under')).toBeVisible()

    const waiting = two.page.getByRole('listitem').filter({ hasText: `Add ${person.email}` })
    await waiting.getByRole('button', { name: /^Reject/ }).click()
    const dialog = two.page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('The signed agreement is missing.')
    await expectNoAxeViolations(two.page)
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(two.page.getByText('“The signed agreement is missing.”')).toBeVisible()
  },
)
