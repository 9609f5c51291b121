import { expect, expectNoAxeViolationsInLightAndDark, test, visit } from '../../../tests/e2e/fixtures.ts'
import { insertConsent } from '../../../tests/helpers/insert-notes.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import { eventCodes } from '../covered-persons.ts'

const register = '/profile/admin/covered-persons'

test('an administrator enters a covered person, who signs the questionnaire on their phone', async ({
  site,
  administrator,
  investor,
}) => {
  // Other stories sell notes on this site.
  await asOwner(site, 'update app.fund set covered_persons_required = false')
  const [{ page }, person] = [await administrator(), await investor()]
  const name = `Covered ${person.id.slice(0, 8)}`
  await visit(page, register)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Capacity').selectOption('Promoter')
  await page.getByLabel('E-mail address of their account').fill(person.email)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('Due since')
  await expectNoAxeViolationsInLightAndDark(page)

  const own = person.page
  await own.setViewportSize({ width: 390, height: 844 })
  await visit(own, '/profile/covered-person')
  await expect(own.getByRole('heading', { name: `${name}: Promoter` })).toBeVisible()
  await expect(own.getByRole('link', { name: 'Agree, then sign' })).toHaveAttribute(
    'href',
    /consent\?to=%2Fprofile%2Fcovered-person/,
  )
  await insertConsent((text, values) => asOwner(site, text, values), person)
  await visit(own, '/profile/covered-person')
  for (const code of eventCodes) await own.getByLabel(`(${code})`).selectOption('No')
  await own.getByLabel('Your full name').fill('Iris Vestor')
  await expectNoAxeViolationsInLightAndDark(own)
  await own.getByRole('button', { name: 'I sign these answers' }).click()
  await expect(own.getByText('Signed. Thank you.')).toBeVisible()
  await expect(own.getByText('Current. Last signed on')).toBeVisible()

  await visit(page, register)
  await expect(row).toContainText('Current')
  await row.getByRole('link', { name }).click()
  await expect(page.getByText('Signed “Iris Vestor”, in the portal')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByText('No longer covered').click()
  await page.getByLabel('Reason').fill('The end of this story')
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByText('The end of this story')).toBeVisible()
})
