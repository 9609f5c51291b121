import type { Locator } from '@playwright/test'
import { addMonths } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import {
  expect,
  expectNoAxeViolationsInLightAndDark,
  newEmailAddress,
  type Person,
  signIn,
  test,
  visit,
} from '../../../tests/e2e/fixtures.ts'
import { measureLayout } from '../../../tests/e2e/measure-layout.ts'
import { settings } from '../../../tests/e2e/portal-paths.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import type { Site } from '../../../tests/helpers/server.ts'
import { expectRendered, uploadFile } from '../../viewer/tests/viewer-page.ts'

/** Whom an investor lets look, and what those see. */

async function givenDocuments(site: Site, person: Person): Promise<{ holder: string; tax: string; agreement: string }> {
  const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
  const holder = await insertHolder(query, [person], { name: 'Marsh Family Trust', kind: 'revocable_trust' })
  const today = fundDay()
  await insertNote(query, holder, { issueDate: addMonths(today, -3), until: today, paid: [1, 2] })
  await visit(person.page, '/profile')
  await uploadFile(person.page, 'memorandum.pdf')
  await uploadFile(person.page, {
    name: 'agreement.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('We agree.'),
  })
  const { rows } = await asOwner(
    site,
    `update documents set holder_id = $2, category = case filename when 'memorandum.pdf' then 'Tax' else 'Agreements' end
    where user_id = $1 returning id, category`,
    [person.id, holder],
  )
  const idOf = (wanted: string) => rows.find(({ category }) => category === wanted)?.id
  return { holder, tax: idOf('Tax'), agreement: idOf('Agreements') }
}

test('an investor invites their accountant, who signs in with a code and reads the tax form alone, until it is ended', async ({
  site,
  investor,
  visitor,
}) => {
  const person = await investor({ at: settings })
  const { page } = person
  const { agreement } = await givenDocuments(site, person)
  const email = newEmailAddress('accountant')

  // From anywhere: open, type the address, send. No one has to choose what an accountant needs.
  await visit(page, '/profile')
  let presses = 0
  const press = async (control: Locator) => {
    presses++
    await control.click()
  }
  await press(page.getByRole('tab', { name: 'Settings' }))
  await press(page.getByRole('link', { name: 'Manage shared access' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shared access')
  await expect(page.getByRole('link', { name: 'Accountant' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText(/^Accountant: Tax, Statements, notes and payments, until May 31, /)).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByLabel('Their e-mail address').fill(email)
  await press(page.getByRole('button', { name: 'Share access' }))
  await expect(page.getByText('Invitation sent.')).toBeVisible()
  expect(presses).toBeLessThanOrEqual(4)
  const now = page.getByRole('region', { name: 'People with access' })
  await expect(now).toContainText('not accepted yet')
  await expect(now.getByRole('listitem')).toBeFocused()
  await expect(now.getByRole('listitem')).toBeInViewport({ ratio: 1 })

  const invitation = await site.mailbox.to(email)
  const link = /https?:\S+\/login\S+/.exec(invitation.text ?? '')?.[0] ?? ''
  const desk = await visitor()
  await signIn(desk, site, email, { from: new URL(link).pathname + new URL(link).search, to: 'Shared with you' })
  await expect(desk.getByRole('heading', { name: 'You’re invited' })).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(desk)
  await desk.getByRole('button', { name: /^Accept the invitation/ }).click()
  const documents = desk.getByRole('region', { name: 'Marsh Family Trust' })
  await expect(documents.getByRole('heading', { name: 'Tax' })).toBeVisible()
  await expect(documents.getByRole('link', { name: 'agreement' })).toHaveCount(0)
  await expectNoAxeViolationsInLightAndDark(desk)
  await documents.getByRole('link', { name: 'memorandum', exact: true }).click()
  const viewer = desk.getByRole('dialog', { name: 'memorandum.pdf' })
  await expectRendered(viewer, 1)
  await expect(viewer.getByRole('tab', { name: 'History' })).toHaveCount(0)
  await expect(viewer.getByRole('link', { name: 'Download' })).toBeVisible()
  expect((await desk.request.get(`/files/${agreement}`)).status()).toBe(404)
  await viewer.getByRole('button', { name: 'Close' }).click()
  await documents.getByRole('link', { name: 'Notes and payments' }).click()
  await expect(desk.getByRole('heading', { name: 'Notes and payments of Marsh Family Trust' })).toBeVisible()
  await expect(desk.getByRole('table', { name: 'Payments by pay date' })).toContainText('$1,833.33')
  await expectNoAxeViolationsInLightAndDark(desk)
  // Where they sign in, they are led here, and not to an empty list.
  await visit(desk, '/profile')
  await expect(desk).toHaveURL('/profile/shared')

  await visit(page, '/profile/delegates')
  await now.getByRole('link', { name: /^Opened 1 document by / }).click()
  const opened = page.getByRole('table', { name: /^What .* opened$/ })
  await expect(opened).toContainText('memorandum')
  await expect(opened).toContainText('Notes and payments')
  await expectNoAxeViolationsInLightAndDark(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect((await page.evaluate(measureLayout)).sideways).toBeLessThanOrEqual(0)
  await page.getByRole('link', { name: 'Back to shared access' }).click()
  expect((await page.evaluate(measureLayout)).sideways).toBeLessThanOrEqual(0)
  await now.getByRole('button', { name: /^End access of/ }).click()
  const dialog = page.getByRole('dialog', { name: /^End access of/ })
  await expectNoAxeViolationsInLightAndDark(page)
  await dialog.getByRole('button', { name: 'End access' }).click()
  await expect(page.getByRole('region', { name: 'Earlier' })).toContainText(email)

  // The page that the accountant has open loses it by itself.
  await expect(desk.getByRole('heading', { name: 'Nothing is shared with you' })).toBeVisible()
})

test('without scripts an investor invites, sees a refusal at its field, and withdraws', async ({
  site,
  investor,
  browser,
}) => {
  const person = await investor()
  await givenDocuments(site, person)
  const context = await browser.newContext({
    baseURL: site.url,
    javaScriptEnabled: false,
    extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.77' },
  })
  await context.addCookies(await person.context.cookies())
  const page = await context.newPage()
  await page.goto('/profile/delegates?for=attorney')
  await expect(page.getByText(/^Attorney: Agreements, Letters, until /)).toBeVisible()
  await page.getByLabel('Their e-mail address').fill(person.email)
  await page.getByRole('button', { name: 'Share access' }).click()
  await expect(page.getByText('That’s your own address.')).toBeVisible()
  await expect(page.getByLabel('Their e-mail address')).toHaveValue(person.email)
  await page.getByLabel('Their e-mail address').fill(newEmailAddress('attorney'))
  await page.getByRole('button', { name: 'Share access' }).click()
  await expect(page.getByRole('heading', { name: 'People with access' })).toBeVisible()
  await page.getByRole('button', { name: /^Withdraw invitation of/ }).click()
  await expect(page.getByRole('heading', { name: 'Earlier' })).toBeVisible()
  await context.close()
})
