import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolationsInLightAndDark, later, test, visit } from '../../../tests/e2e/fixtures.ts'
import { tabTo } from '../../../tests/e2e/keyboard-walk.ts'
import { insertConsent, insertHolder } from '../../../tests/helpers/insert-notes.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import { byPdfkit } from '../../../tests/helpers/pdf-makers.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...later }

/** From the page of a new envelope: an agreement of two pages, and the one for signatures. */
async function sendAgreement(office: Page): Promise<void> {
  await office.getByLabel('Title').fill('Note purchase agreement')
  await office.getByLabel('Kind').selectOption({ label: 'Agreement' })
  const buffer = await byPdfkit([['Note purchase agreement'], ['The second page']])
  await office.getByLabel('PDF', { exact: true }).setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer })
  await office.getByRole('button', { name: 'Prepare envelope' }).click()
  await expect(office.getByRole('heading', { name: 'Signers' })).toBeVisible()
  await office.getByLabel('Lines to read back').fill('Term: 12 months')
  await office.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(office.getByText('Saved', { exact: true })).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(office)
  await office.getByRole('button', { name: 'Send for signature' }).click()
  await expect(office.getByText('Being signed')).toBeVisible()
}

test('the office sends an agreement; one member signs it on a phone, another by keyboard, and the fund countersigns', async ({
  site,
  investor,
  administrator,
}) => {
  const [first, second] = [await investor(phone), await investor(later)]
  const name = `Joint ${first.id.slice(0, 8)}`
  const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
  for (const person of [first, second]) await insertConsent(query, person)
  const holder = await insertHolder(query, [first, second], { name, kind: 'joint_jtwros' })
  await query("update holders set signing_rule = 'all' where id = $1", [holder])
  await query("update holder_members set added_at = added_at + interval '1 minute' where user_id = $1", [second.id])

  const { page: office } = await administrator({ at: `/profile/admin/envelopes/new?for=${holder}` })
  await expectNoAxeViolationsInLightAndDark(office)
  await sendAgreement(office)

  // On a phone, from the first page.
  const { page } = first
  await visit(page, '/profile')
  await page.getByRole('link', { name: 'Read and sign Note purchase agreement' }).click()
  await expect(page.getByRole('heading', { name: 'Note purchase agreement' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'I sign this agreement' })).toHaveCount(0)
  const desk = page.getByRole('group', { name: /Note purchase agreement/ })
  for (const n of [1, 2, 3]) await desk.getByRole('region', { name: `Page ${n}` }).scrollIntoViewIfNeeded()
  await expect(page.getByText('You’ve seen every page.')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByLabel('These lines are right').check()
  await page.getByLabel('Type your name').fill('Iris Vestor')
  await page.getByRole('button', { name: 'I sign this agreement' }).click()
  await expect(page.getByText('Thank you, you’ve signed.')).toBeVisible()

  // By keyboard alone.
  const { page: other } = second
  await visit(other, '/profile/signing')
  await tabTo(other, other.getByRole('link', { name: 'Read and sign Note purchase agreement' }))
  await other.keyboard.press('Enter')
  const pages = other.getByRole('group', { name: /Note purchase agreement.*3 pages/ })
  await tabTo(other, pages)
  await expect(async () => {
    await other.keyboard.press('PageDown')
    await expect(other.getByText('You’ve seen every page.')).toBeVisible({ timeout: 500 })
  }).toPass()
  await tabTo(other, other.getByLabel('These lines are right'))
  await other.keyboard.press('Space')
  await tabTo(other, other.getByLabel('Type your name'))
  await other.keyboard.type('Second Person')
  await other.keyboard.press('Enter')
  await expect(other.getByText('Thank you, you’ve signed.')).toBeVisible()

  await visit(office, '/profile/admin/envelopes?show=fund')
  await office.getByLabel(`Countersign Note purchase agreement of ${name}`).check()
  await expectNoAxeViolationsInLightAndDark(office)
  await office.getByLabel('Control number').fill('1')
  await office.getByLabel('Type your name').fill('Ada Ministrator')
  await office.getByRole('button', { name: 'I sign these for the fund' }).click()
  await expect(office.getByText('Signed for the fund')).toBeVisible()
  await expect(async () => {
    await visit(page, '/profile/signing')
    await expect(page.getByRole('link', { name: 'Open your copy' })).toBeVisible({ timeout: 1000 })
  }).toPass()
})

test('a file that can’t be drawn, a connection lost while reading, and a signature in another tab each lead on', async ({
  site,
  investor,
  administrator,
}) => {
  const person = await investor(phone)
  const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
  await insertConsent(query, person)
  const holder = await insertHolder(query, [person])
  const { page: office } = await administrator({ at: `/profile/admin/envelopes/new?for=${holder}` })
  await sendAgreement(office)

  const { page, context } = person
  await context.route('**/files/envelopes/**', route => route.fulfill({ status: 200, body: 'no PDF' }))
  await visit(page, '/profile/signing')
  await page.getByRole('link', { name: 'Read and sign Note purchase agreement' }).click()
  await expect(page.getByText('so we can’t display its pages')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await context.unroute('**/files/envelopes/**')
  const elsewhere = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open the PDF' }).click()
  await (await elsewhere).close()
  await expect(page.getByLabel('I have read all 3 pages')).toBeVisible()

  // No report of a drawn page arrives, until the browser is online again.
  const other = await context.newPage()
  const reports = '**/profile/signing/envelopes/**'
  await other.route(reports, route => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await visit(other, page.url())
  const desk = other.getByRole('group', { name: /Note purchase agreement.*3 pages/ })
  for (const n of [1, 2, 3]) await desk.getByRole('region', { name: `Page ${n}` }).scrollIntoViewIfNeeded()
  await expect(other.getByText('We can’t reach the site.')).toBeVisible()
  await other.unroute(reports)
  await other.evaluate(() => dispatchEvent(new Event('online')))
  await expect(other.getByText('You’ve seen every page.')).toBeVisible()

  // The first tab signs, with every byte served; the other one says so once it tries.
  await page.getByLabel('These lines are right').check()
  await page.getByLabel('I have read all 3 pages').check()
  await page.getByLabel('Type your name').fill('Iris Vestor')
  await page.getByRole('button', { name: 'I sign this agreement' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, you’ve signed.' })).toBeVisible()
  await other.getByLabel('These lines are right').check()
  await other.getByLabel('Type your name').fill('Iris Vestor')
  await other.getByRole('button', { name: 'I sign this agreement' }).click()
  await expect(other.getByRole('heading', { name: 'Thank you, you’ve signed.' })).toBeVisible()
})
