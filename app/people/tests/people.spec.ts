import {
  expect,
  expectNoAxeViolations,
  expectNoAxeViolationsInLightAndDark,
  later,
  test,
  visit,
} from '../../../tests/e2e/fixtures.ts'
import { admin, documentsOf, peopleFound, settings } from '../../../tests/e2e/portal-paths.ts'
import { makeStale, newPerson } from '../../../tests/e2e/signed-in-person.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'

const slow = slowOf(test)

test('an administrator accepts a guest with one press, in the list and on the person’s page', async ({
  administrator,
  site,
}) => {
  const [one, two] = [await newPerson(site, { guest: true }), await newPerson(site, { guest: true })]
  const { page } = await administrator({ at: `${admin.people}?show=guests` })
  const row = page.getByRole('row').filter({ hasText: one.email })
  await expect(row.getByText('Guest', { exact: true })).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByRole('button', { name: `Accept ${one.email}` }).click()
  await expect(row).toHaveCount(0)

  // The way back keeps the list's filter, also past other sections.
  await page.getByRole('row').filter({ hasText: two.email }).getByRole('rowheader').getByRole('link').click()
  await page.getByRole('link', { name: 'Signing', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Signatures', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'All people' }).click()
  await expect(page).toHaveURL(`${admin.people}?show=guests`)

  await visit(page, documentsOf(two.id))
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByText('Guest', { exact: true })).toHaveCount(0)
})

test('an administrator closes someone’s access, then erases the account they asked to have erased', async ({
  administrator,
  investor,
  site,
}) => {
  const person = await investor({ at: settings })
  await person.page.getByRole('button', { name: 'Erase my account' }).click()
  await person.page.getByRole('button', { name: 'Ask to erase my account' }).click()
  await expect(person.page.getByText('You asked us to erase your account on')).toBeVisible()

  const { page } = await administrator({ at: peopleFound(person.email) })
  await expect(page.getByText('Asked to be erased').first()).toBeVisible()
  await page.getByRole('button', { name: `Edit ${person.email}` }).click()
  await page.getByRole('button', { name: 'Close access' }).click()
  const closing = page.getByRole('dialog', { name: `Close ${person.email}’s access?` })
  await closing.getByLabel('Reason').fill('Asked for it')
  await expectNoAxeViolations(page)
  await closing.getByRole('button', { name: 'Close access' }).click()
  // Their open page goes to the sign-in by itself.
  await expect(person.page).toHaveURL(/\/login/)

  await page.getByRole('button', { name: `Edit ${person.email}` }).click()
  await page.getByRole('button', { name: 'Erase account' }).click()
  const erasing = page.getByRole('dialog', { name: `Erase ${person.email}’s account?` })
  await expect(erasing.getByText('Will stay')).toBeVisible()
  await expectNoAxeViolations(page)
  await erasing.getByLabel(/to confirm/).fill('someone@example.com')
  await erasing.getByRole('button', { name: 'Erase account' }).click()
  await expect(erasing.getByText('That’s not this person’s e-mail address')).toBeVisible()
  await erasing.getByLabel(/to confirm/).fill(person.email)
  await erasing.getByRole('button', { name: 'Erase account' }).click()
  await expect(page.getByRole('dialog', { name: 'Account erased' }).getByText('Removed')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  const { rowCount } = await asOwner(site, 'select from user_profiles where email = $1', [person.email])
  expect(rowCount).toBe(0)
})

slow('an administrator reviews who has access, records it and exports the list', async ({ administrator, site }) => {
  const { email } = await newPerson(site)
  const { page } = await administrator({ at: admin.access })
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Investor')
  await expectNoAxeViolationsInLightAndDark(page)
  await page.setViewportSize({ width: 768, height: 900 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(768)
  await page.getByLabel('Sort').selectOption('Least recently active')
  await expect(page).toHaveURL(/sort=seen/)
  await page.getByRole('button', { name: 'Review done' }).click()
  await expect(page.getByText('Review recorded')).toBeVisible()
  await expect(page.getByText('Last reviewed on')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^access-review-.*\.csv$/)
})

slow(
  'closing access and saving lists ask an administrator who signed in a while ago to confirm',
  async ({ administrator, site }) => {
    const person = await newPerson(site)
    const { page, email } = await administrator(later)
    await makeStale(site, email)
    await visit(page, peopleFound(person.email))
    await page.getByRole('button', { name: `Edit ${person.email}` }).click()
    await page.getByRole('button', { name: 'Close access' }).click()
    const closing = page.getByRole('dialog', { name: `Close ${person.email}’s access?` })
    await closing.getByLabel('Reason').fill('Asked for it')
    await closing.getByRole('button', { name: 'Close access' }).click()
    await expect(page.getByRole('dialog', { name: 'Confirm that it’s you' })).toBeVisible()

    await visit(page, admin.access)
    await page.getByRole('link', { name: 'Export CSV' }).click()
    await expect(page).toHaveURL(`/profile/proof?${new URLSearchParams({ next: admin.access })}`)
    await visit(page, `${admin.audit}?group=people`)
    await page.getByRole('link', { name: 'CSV', exact: true }).click()
    await expect(page).toHaveURL(`/profile/proof?${new URLSearchParams({ next: `${admin.audit}?group=people` })}`)
    await expect(page.getByRole('heading', { name: 'Confirm that it’s you' })).toBeVisible()
  },
)
