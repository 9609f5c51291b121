import { accreditationRow } from '../../../server/sample/accreditations.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import { uploadDocuments } from '../../../tests/e2e/document-list.ts'
import { expect, expectNoAxeViolationsInLightAndDark, later, test, visit } from '../../../tests/e2e/fixtures.ts'
import { insertConsent, insertHolder } from '../../../tests/helpers/insert-notes.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import { byPdfkit } from '../../../tests/helpers/pdf-makers.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...later }

test('an investor subscribes on a phone, from an amount to the signature', async ({
  site,
  investor,
  administrator,
}) => {
  const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
  const { page: office, context } = await administrator({ at: '/profile' })
  await uploadDocuments({ page: office, context }, { 'memorandum.pdf': await byPdfkit([['Memorandum']]) })
  await visit(office, '/profile/admin/offerings')
  await expect(office.getByText('No offerings yet')).toBeVisible()
  await office.getByLabel('Name', { exact: true }).fill('First notes')
  await office.getByLabel('Individual').check()
  await office.getByRole('button', { name: 'Save draft' }).click()
  await expect(office.getByRole('heading', { name: 'First notes' })).toBeVisible()
  await office.getByLabel('Title').fill('Private placement memorandum')
  await office.getByRole('button', { name: 'Publish' }).click()
  await expect(office.getByText('1. Private placement memorandum')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(office)
  // Opening takes two people, wire instructions and a current register of covered persons (offerings.test.ts).
  await office.getByRole('button', { name: 'Submit opening for approval' }).click()
  await expect(office.getByText('The offering can’t open yet.')).toBeVisible()
  await query("update offerings set state = 'open', opened_at = now() where name = 'First notes'")

  const person = await investor(phone)
  await insertConsent(query, person)
  const holder = await insertHolder(query, [person], { name: 'Iris Vestor' })
  await query("update holders set state = 'TX' where id = $1", [holder])
  await query(insertOf('accreditations', accreditationRow({ holder_id: holder, started_by: person.id })))
  const { page } = person
  await visit(page, '/profile/subscribe')
  await expect(page.getByText('Nothing started yet')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByRole('button', { name: 'Start an investment' }).click()
  await expect(page.getByText('Choose an amount, a term and how interest is paid.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Amount' }).fill('1,000')
  await page.getByRole('button', { name: 'Get my quote' }).click()
  await expect(page.getByText('The principal is below the fund’s minimum: $200,000.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Amount' }).fill('200,000')
  await page.getByLabel('Term', { exact: true }).selectOption('12')
  await page.getByRole('button', { name: 'Get my quote' }).click()
  await expect(page.getByText('11% a year for 12 months')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByLabel('Who invests?').selectOption({ label: 'Iris Vestor' })
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByText('Read the offering documents.')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByRole('checkbox', { name: 'I’ve received and read these documents.' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Open each of the offering’s documents to its end first')).toBeVisible()
  const link = page.getByRole('link', { name: 'Private placement memorandum' })
  const memorandum = await page.request.get((await link.getAttribute('href')) ?? '')
  expect((await memorandum.body()).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(async () => {
    await page.getByRole('checkbox', { name: 'I’ve received and read these documents.' }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Nothing is binding yet.')).toBeVisible({ timeout: 2000 })
  }).toPass()

  await page.getByRole('button', { name: 'Make my agreement' }).click()
  await page.getByRole('link', { name: 'Read and sign' }).click()
  await expect(page.getByRole('heading', { name: 'Subscription agreement' })).toBeVisible()
  const desk = page.getByRole('group', { name: /Subscription agreement/ })
  const pages = desk.getByRole('region', { name: /^Page \d+/ })
  await expect(pages.first()).toBeVisible()
  for (const each of await pages.all()) await each.scrollIntoViewIfNeeded()
  await expect(page.getByText('You’ve seen every page.')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByLabel('These lines are right').check()
  await page.getByLabel('Type your name').fill('Iris Vestor')
  await page.getByRole('button', { name: 'I sign this agreement' }).click()
  await expect(page.getByText('Thank you, you’ve signed.')).toBeVisible()
  await visit(page, '/profile/subscribe')
  await expect(page.getByText('You’ve signed. We countersign next.')).toBeVisible()

  await visit(office, '/profile/admin/subscriptions')
  await expect(office.getByRole('row', { name: /Iris Vestor.*\$200,000.*Signed.*Office/ })).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(office)
  await office.getByRole('link', { name: 'Iris Vestor' }).click()
  await expect(office.getByText('Private placement memorandum')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(office)
  await office.getByRole('link', { name: 'Read and countersign the agreement' }).click()
  await expect(office.getByRole('heading', { name: 'Subscription agreement' })).toBeVisible()
})
