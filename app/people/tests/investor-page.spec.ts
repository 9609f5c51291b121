import { addDays, addMonths } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { openDocumentsOf } from '../../../tests/e2e/document-list.ts'
import { expect, expectNoAxeViolationsInLightAndDark, later, test, visit } from '../../../tests/e2e/fixtures.ts'
import { admin } from '../../../tests/e2e/portal-paths.ts'
import { cookieOf, newPerson } from '../../../tests/e2e/signed-in-person.ts'
import { apiFor } from '../../../tests/helpers/api.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import type { Site } from '../../../tests/helpers/server.ts'

const queryOf = (site: Site) => (statement: string, values?: unknown[]) => asOwner(site, statement, values)

/** A person who holds a monthly note through a trust, and acts for a title of two. */
async function newHolder(site: Site, person: { id: string }, name: string) {
  await asOwner(site, 'update user_profiles set full_name = $2 where id = $1', [person.id, name])
  const trust = await insertHolder(queryOf(site), [person], { name: `${name} Trust`, kind: 'revocable_trust' })
  const today = fundDay()
  return insertNote(queryOf(site), trust, { issueDate: addMonths(addDays(today, 9), -2), until: today, paid: [1] })
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`at ${viewport.width} px, from a name in Ctrl K one press leads to what somebody holds`, async ({
    administrator,
    investor,
    site,
  }) => {
    const person = await investor(later)
    const note = await newHolder(site, person, `Wilma Wrenfield ${viewport.width}`)
    const { page } = await administrator({ at: admin.today })
    await page.setViewportSize(viewport)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Find' }).getByRole('combobox')).toBeFocused()
    await page.keyboard.type(`wrenfield ${viewport.width}`)
    await expect(page.getByRole('option', { name: `Wilma Wrenfield ${viewport.width}` }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: `Wilma Wrenfield ${viewport.width}` })).toBeVisible()

    // What is paid next and what they hold is in sight.
    await expect(page.getByRole('definition').filter({ hasText: '$1,833.33' })).toBeInViewport()
    await expect(page.getByRole('definition').filter({ hasText: '$200,000 in 1 note' })).toBeInViewport()
    const title = page.getByRole('region', { name: `Wilma Wrenfield ${viewport.width} Trust` })
    await expect(title.getByRole('row').filter({ hasText: note.number })).toContainText('$200,000.00')
    await expect(title).toContainText('not verified')
    await expectNoAxeViolationsInLightAndDark(page)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)

    // A remark is typed and added with one press.
    await page.getByRole('textbox', { name: 'New remark' }).fill('Calls on Mondays.')
    await page.getByRole('button', { name: 'Add remark' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Calls on Mondays.' })).toBeVisible()

    // Their documents are asked about first, and Deliver knows them.
    await page.getByRole('link', { name: /^Open documents of/ }).click()
    await expect(page.getByRole('region', { name: /^Manage documents for/ })).toBeVisible()
    await page.goBack()
    await page.getByRole('main').getByRole('link', { name: 'Deliver', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Deliver' })).toBeVisible()
    await expect(page.getByText(`Wilma Wrenfield ${viewport.width}`).first()).toBeVisible()
  })

test('the lists of users and holders say what is held and what is paid next', async ({
  administrator,
  investor,
  site,
}) => {
  const person = await investor(later)
  await newHolder(site, person, 'Lionel Listed')
  const { page } = await administrator({ at: admin.people })
  await visit(page, `${admin.people}?q=lionel`)
  const row = page.getByRole('row').filter({ hasText: 'Lionel Listed' })
  await expect(row).toContainText('$200,000')
  await expect(row).toContainText('$1,833.33')
  await expectNoAxeViolationsInLightAndDark(page)
  await visit(page, `${admin.holders}?q=lionel`)
  const held = page.getByRole('row').filter({ hasText: 'Lionel Listed Trust' })
  await expect(held).toContainText('$200,000')
  await expect(held).toContainText('$1,833.33')
  await expectNoAxeViolationsInLightAndDark(page)
  // From a holder to who acts for it, and back.
  await held.getByRole('link', { name: 'Lionel Listed', exact: true }).click()
  await page.getByRole('link', { name: 'Lionel Listed Trust' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lionel Listed Trust' })).toBeVisible()
})

test('on a desk the first of somebody’s documents is in sight, below the lock', async ({ administrator, site }) => {
  const person = await newPerson(site)
  const api = apiFor(site.url, { cookie: cookieOf(person.cookies) })
  await api.upload({ filename: 'In sight.txt', content: Buffer.from('words') })
  const { page } = await administrator()
  await page.setViewportSize({ width: 1440, height: 900 })
  await openDocumentsOf({ page }, person)
  await expect(page.getByText('Locked to prevent mistakes. Unlock to choose a person.')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'In sight.txt' })
  await expect(row).toBeVisible()
  expect((await row.boundingBox())?.y).toBeLessThanOrEqual(450)
  await expectNoAxeViolationsInLightAndDark(page)
})
