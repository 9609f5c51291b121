import { randomBytes } from 'node:crypto'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { approve } from '../../../tests/e2e/approve.ts'
import { downloadBy } from '../../../tests/e2e/download.ts'
import { test as base, expect, expectNoAxeViolationsInLightAndDark, later, visit } from '../../../tests/e2e/fixtures.ts'
import { makeStale, newPerson } from '../../../tests/e2e/signed-in-person.ts'
import { startSite } from '../../../tests/e2e/start-site.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { patience } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import { simplePdf } from '../../../tests/helpers/pdf.ts'
import type { Site } from '../../../tests/helpers/server.ts'

/** On a site that can keep tax numbers. */
const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const site = await startSite({ VAULT_KEY: randomBytes(32).toString('base64') })
      await use(site)
      await site.dispose()
    },
    { scope: 'worker', timeout: 4 * patience },
  ],
})

const queryOf = (site: Site) => (text: string, values?: unknown[]) => asOwner(site, text, values)
const w9 = { name: 'w9.pdf', mimeType: 'application/pdf', buffer: simplePdf(['Form W-9']) }

test('an investor sends a W-9, two people put it on file, and the word on the sample form agrees to paperless forms', async ({
  site,
  investor,
  administrator,
  visitor,
}) => {
  const person = await investor(later)
  const { page } = person
  const name = `Payee ${person.id.slice(0, 8)}`
  await insertHolder(queryOf(site), [person], { name })
  await visit(page, '/profile/tax')
  await expect(page.getByRole('heading', { name: 'Taxes', level: 1 })).toBeVisible()
  await expect(page.getByText('Nothing yet')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByLabel('Choose the signed form').setInputFiles(w9)
  const send = page.getByRole('form', { name: 'Send w9.pdf' })
  await send.getByLabel('What is it?').selectOption({ label: 'Form W-9' })
  await send.getByRole('button', { name: 'Send for review' }).click()
  await expect(page.getByText(/^Form W-9, in review since/)).toBeVisible()
  await expect(page.getByText('No tax number')).toHaveCount(0)
  await expectNoAxeViolationsInLightAndDark(page)

  const approver = await newPerson(site, { isApprover: true })
  const office = await administrator({ at: '/profile/admin/tax' })
  // Who signed in a while ago confirms that it's them before the whole number is on the screen.
  await makeStale(site, office.email)
  await office.page.getByRole('link', { name }).click()
  await office.page.getByRole('button', { name: 'Confirm that it’s you' }).click()
  const proof = office.page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await proof.getByRole('button', { name: 'Send code' }).click()
  await expect(proof.getByLabel('Verification code')).toBeFocused()
  await proof.getByLabel('Verification code').fill(await site.mailbox.code(office.email))
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(office.page.getByRole('group', { name: /^w9\.pdf/ })).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(office.page)
  const enter = office.page.getByRole('heading', { name: 'What Form W-9 says' }).locator('..')
  await enter.getByLabel('Line 1: name').fill('Somebody Else')
  await enter.getByLabel('Line 3a: classification').selectOption({ label: 'Individual or sole proprietor' })
  await enter.getByLabel('Part I: tax number').fill('987-65-4321')
  await enter.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(enter.getByText('No Social Security number begins with 9.')).toBeVisible()
  await enter.getByLabel('Part I: tax number').fill('123-45-6789')
  await enter.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(enter.getByText('Line 1 isn’t this holder’s title.')).toBeVisible()
  await enter.getByLabel('Line 1: name').fill(name)
  await enter.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(office.page.getByRole('heading', { name: 'Pending approval' })).toBeVisible()
  await office.page.getByRole('button', { name: 'Show' }).click()
  await expect(office.page.getByText('123456789')).toBeVisible()
  const second = await visitor()
  await second.context().addCookies(approver.cookies)
  await visit(second, '/profile/admin/approvals')
  await second.getByRole('link', { name: `Compare with the form: Form W-9 of ${name}` }).click()
  await expect(second.getByRole('group', { name: /^w9\.pdf/ })).toContainText('Form W-9')
  await second.getByRole('button', { name: 'Show' }).click()
  await expect(second.getByText('123-45-6789')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(second)
  await second.getByRole('button', { name: /^Approve: Form W-9/ }).click()
  await expect(second.getByText('Nothing to compare')).toBeVisible()
  await visit(page, '/profile/tax')
  await expect(page.getByText('***-**-6789')).toBeVisible()
  await expect(page.getByText('123-45-6789')).toHaveCount(0)

  await page.getByRole('button', { name: 'Open the sample form' }).click()
  const sample = page.getByRole('group', { name: /^Sample tax form\.pdf, \d page/ })
  await expect(sample).toContainText('The word on this sample form')
  const [, word = ''] = /The word on this sample form\s*([a-z]{4,})/.exec(await sample.innerText()) ?? []
  await page.getByLabel('The word on the sample form').fill('something')
  await page.getByRole('button', { name: 'I agree' }).click()
  await expect(page.getByText('That isn’t the word on the sample.')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByLabel('The word on the sample form').fill(word)
  await page.getByRole('button', { name: 'I agree' }).click()
  await expect(page.getByText('You agreed on')).toBeVisible()
  await page.getByRole('button', { name: 'Get paper forms again' }).click()
  await expect(page.getByText('Now your tax forms come on paper.')).toBeVisible()
})

test('a year’s forms are looked through, furnished by a second person, mailed on paper and filed', async ({
  site,
  investor,
  administrator,
  colleague,
}) => {
  const person = await investor(later)
  const query = queryOf(site)
  const year = Number(fundDay().slice(0, 4)) - 1
  const name = `Payee ${person.id.slice(0, 8)}`
  const holder = await insertHolder(query, [person], { name })
  await query("update holders set address_lines = E'1 Congress Avenue\\nAustin, TX 78701' where id = $1", [holder])
  await insertNote(query, holder, { issueDate: `${year}-01-15`, termMonths: 24, until: fundDay(), paid: [1, 2, 3] })

  const office = await administrator({ at: '/profile/admin/tax/forms' })
  const { page } = office
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByLabel('Year', { exact: true }).selectOption(String(year))
  await page.getByRole('button', { name: 'Prepare' }).click()
  await expect(page.getByRole('heading', { name: `Forms 1099-INT of ${year}` })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('$5,499.99')
  await expect(row).toContainText('No tax number on file')
  await expect(page.getByText('was subject to backup withholding of 24%')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByRole('button', { name: 'Mark as reviewed' }).click()
  await page.getByRole('button', { name: 'Request release' }).click()
  await expect(page.getByText('Release requested.')).toBeVisible()
  expect((await person.context.request.get('/profile/tax')).ok()).toBe(true)
  await visit(person.page, '/profile/tax')
  await expect(person.page.getByRole('link', { name: /^Form 1099-INT/ })).toHaveCount(0)
  await approve(site, colleague, office)
  await visit(page, '/profile/admin/tax/paper')
  const copy = page.getByRole('row').filter({ hasText: name })
  await expect(copy).toContainText('Austin, TX 78701')
  await expectNoAxeViolationsInLightAndDark(page)
  await copy.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Mark selected as mailed' }).click()
  await expect(page.getByText('Nothing to mail')).toBeVisible()

  await visit(person.page, '/profile/tax')
  await person.page.getByRole('link', { name: `Form 1099-INT ${year}` }).click()
  await expect(person.page.getByRole('dialog')).toContainText('$5,499.99')

  await visit(page, '/profile/admin/tax/forms')
  await page.getByRole('link', { name: `Forms 1099-INT of ${year}` }).click()
  const file = await downloadBy(page.getByRole('link', { name: 'Download the file' }))
  expect(String(file.content)).toContain('"5499.99"')
  await page.getByLabel('The IRS’s receipt').fill('IRIS-2026-1')
  await page.getByRole('button', { name: 'Submit filing for approval' }).click()
  await expect(page.getByText('The record of the filing is pending')).toBeVisible()
  await approve(site, colleague, office)
  await expect(page.getByText('receipt IRIS-2026-1')).toBeVisible()
})
