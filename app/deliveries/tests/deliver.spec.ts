import type { FileChooser, Page } from '@playwright/test'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { files } from '../../../tests/e2e/document-list.ts'
import {
  expect,
  expectNoAxeViolationsInLightAndDark,
  later,
  type Person,
  test,
  visit,
} from '../../../tests/e2e/fixtures.ts'
import { expectedTabStops, tabTo, walkTabStops } from '../../../tests/e2e/keyboard-walk.ts'
import { measureLayout } from '../../../tests/e2e/measure-layout.ts'
import { admin } from '../../../tests/e2e/portal-paths.ts'
import { newPerson } from '../../../tests/e2e/signed-in-person.ts'
import { insertHolder } from '../../../tests/helpers/insert-notes.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import { namedPeriods } from '../deliveries.ts'

const slow = slowOf(test)

const [quarter = ''] = namedPeriods(fundDay()).quarters

const chooseFiles = (page: Page) => page.getByLabel('Choose files to deliver')
const recipients = (page: Page) => page.getByRole('combobox', { name: 'Recipients' })
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const rowOf = (page: Page, person: Person) => page.getByRole('row').filter({ hasText: person.email })
const documentsOf = async (person: Person) => {
  await visit(person.page, '/profile')
  return person.page.getByRole('rowheader')
}

test('one file goes to several people as a statement of its period, with who has opened it since', async ({
  administrator,
  investor,
}) => {
  const [first, second] = [await investor(later), await investor(later)]
  const { page } = await administrator({ at: admin.deliver })
  await chooseFiles(page).setInputFiles(`${files}statement.pdf`)
  for (const { email } of [first, second]) {
    await recipients(page).fill(email)
    await expect(page.getByRole('option', { name: email })).toBeVisible()
    await page.keyboard.press('Enter')
  }
  await page.getByLabel('Category').selectOption('Statements')
  const card = page.getByRole('listitem').filter({ hasText: 'statement.pdf' })
  await expect(card.getByLabel('Name of the document')).toHaveValue(`Statement, ${quarter}`)
  await expect(card).toContainText(`Goes to ${first.email}; ${second.email}`)
  await expectNoAxeViolationsInLightAndDark(page)
  await send(page).click()

  await expect(page.getByRole('heading', { name: `Statement, ${quarter}` })).toBeVisible()
  await expect(page.getByText('Sent. 0 of 2 documents opened.')).toBeVisible()
  await expect(rowOf(page, first)).toContainText('Not yet')
  await expectNoAxeViolationsInLightAndDark(page)
  const document = page
    .getByRole('row')
    .filter({ hasText: second.email })
    .getByRole('link', { name: /\.pdf$/ })
  const address = String(await document.getAttribute('href'))
  // Everyone has their own, and no one another's.
  expect((await first.context.request.get(address)).status()).toBe(404)
  expect((await second.context.request.get(address)).status()).toBe(200)
  await expect(page.getByText('Sent. 1 of 2 documents opened.')).toBeVisible()
  await expect(await documentsOf(first)).toHaveText([new RegExp(`Statement, ${quarter}`)])

  await page.getByRole('link', { name: 'All deliveries' }).click()
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: `Statement, ${quarter}` })
      .first(),
  ).toContainText('1 of 2')
})

test('what goes to many waits for an approver who opens the file, is sent then, and is recalled', async ({
  site,
  administrator,
  investor,
  visitor,
}) => {
  const people = [await investor(later), await investor(later), await investor(later), await investor(later)]
  const { page } = await administrator({ at: admin.deliver })
  const approver = await newPerson(site, { isApprover: true })
  await chooseFiles(page).setInputFiles([`${files}statement.pdf`])
  await recipients(page).fill(people.map(({ email }) => email).join(', '))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Added 4 recipients.')).toBeVisible()
  await page.getByLabel('Category').selectOption('Notices')
  await expect(page.getByText('A second person has to open the files and approve this.')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByRole('button', { name: 'Send for approval' }).click()
  const status = page.getByRole('region', { name: 'State' }).getByRole('status')
  await expect(status).toContainText('Nothing has been sent yet.')
  await expectNoAxeViolationsInLightAndDark(page)
  await expect(await documentsOf(people[0] as Person)).toHaveCount(0)

  const other = await visitor()
  await other.context().addCookies(approver.cookies)
  await visit(other, admin.approvals)
  await other.getByRole('link', { name: /^Open the files: .*for 4 recipients$/ }).click()
  await expect(other.getByRole('img', { name: 'Page 1 of' })).toBeVisible()
  await expect(other.getByText('All opened.')).toBeVisible()
  await expect(other.getByText((people[0] as Person).email).first()).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(other)
  await other.setViewportSize({ width: 320, height: 640 })
  expect((await other.evaluate(measureLayout)).sideways).toBeLessThanOrEqual(0)
  await other.getByRole('button', { name: /^Approve: / }).click()
  await expect(other.getByText('Nothing to open')).toBeVisible()

  await expect(status).toContainText('Sent. 0 of 4 documents opened.')
  await expect(await documentsOf(people[0] as Person)).toHaveCount(1)
  await page.getByText('Recall this delivery').click()
  await page.getByLabel('Reason').fill('The wrong notice')
  await page.getByRole('button', { name: 'Recall', exact: true }).click()
  await expect(status).toContainText('Recalled. None of its 4 documents had been opened.')
  await expect(page.getByRole('cell', { name: 'Not sent' })).toHaveCount(4)
  await expectNoAxeViolationsInLightAndDark(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect((await page.evaluate(measureLayout)).sideways).toBeLessThanOrEqual(0)
  await expect(await documentsOf(people[0] as Person)).toHaveCount(0)
})

slow('a delivery is composed and sent without a pointer', async ({ administrator, investor }) => {
  const person = await investor(later)
  const { page } = await administrator({ at: admin.deliver })
  const walked = await walkTabStops(page)
  const expected = await expectedTabStops(page)
  expect(walked.map(({ what }) => what).filter(what => expected.includes(what))).toEqual(expected)
  expect(walked.filter(({ ring }) => !ring)).toEqual([])
  // Before a key is pressed: until Playwright has taken the system's dialog over, it opens there and is never answered.
  const dialogs: FileChooser[] = []
  page.on('filechooser', dialog => dialogs.push(dialog))
  await visit(page, admin.deliver)
  await tabTo(page, chooseFiles(page))
  await page.keyboard.press('Enter')
  await expect.poll(() => dialogs.length).toBe(1)
  await dialogs[0]?.setFiles([])
  await page.keyboard.press('Space')
  await expect.poll(() => dialogs.length).toBe(2)
  await dialogs[1]?.setFiles(`${files}memorandum.pdf`)
  await tabTo(page, recipients(page))
  await page.keyboard.type(person.email)
  await expect(page.getByRole('option', { name: person.email })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Added ${person.email}.`)).toBeVisible()
  // Back from a slip: Backspace takes the last one away again.
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('list', { name: 'Chosen recipients' })).toHaveCount(0)
  await page.keyboard.type(person.email)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Name of the document'))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('A letter to you')
  // Enter in a field doesn't send.
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(admin.deliver)
  await tabTo(page, send(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'A letter to you' })).toBeVisible()
  await expect(page.getByText('Sent. 0 of 1 document opened.')).toBeVisible()
})

slow(
  'a press of Send that meets no network loses nothing, and the next one sends once',
  async ({ site, administrator, investor }) => {
    const person = await investor(later)
    const { page, id } = await administrator({ at: admin.deliver })
    await send(page).click()
    await expect(page.getByText('Choose at least one file.')).toBeVisible()
    await expect(page.getByText('Choose who gets them.')).toBeVisible()
    await chooseFiles(page).setInputFiles([`${files}statement.pdf`, `${files}chart.png`])
    await recipients(page).fill(person.email)
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^\d+ KB$/)).toHaveCount(2)
    let answers = 0
    // The server takes it, and its answer gets lost.
    await page.route('**/profile/admin/deliver.data*', async route => {
      if (route.request().method() !== 'POST' || answers++ > 0) return route.fallback()
      await route.fetch({ maxRedirects: 0 })
      await route.abort('connectionreset')
    })
    await send(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Dismiss' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Chosen recipients' })).toContainText(person.email)
    await send(page).click()
    await expect(page.getByText('Sent. 0 of 2 documents opened.')).toBeVisible()
    const { rows } = await asOwner(site, 'select count(*)::int as n from document_deliveries where sent_by = $1', [id])
    expect(rows[0]?.n).toBe(1)
    await expect(await documentsOf(person)).toHaveCount(2)
  },
)

slow(
  'recipients are pasted, picked and left out file by file, and it all fits a small window',
  async ({ site, administrator, investor }) => {
    const [first, second, third] = [await investor(later), await investor(later), await investor(later)]
    const name = `Trust of ${third.email}`
    await insertHolder((text, values) => asOwner(site, text, values), [third], { name, kind: 'revocable_trust' })
    const { page } = await administrator({ at: admin.deliver })
    await chooseFiles(page).setInputFiles([`${files}statement.pdf`, `${files}chart.png`])
    await recipients(page).fill(`${first.email}, ${second.email}, nobody@else.example`)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Added 2 recipients. Not found, or not only one: nobody@else.example.')).toBeVisible()
    await page.getByRole('button', { name: 'Pick from the list' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Find').fill(name)
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Choose 3 recipients' }).click()
    await page.getByRole('button', { name: `Remove ${first.email}` }).click()
    const card = page.getByRole('listitem').filter({ hasText: 'chart.png' })
    await card.locator('summary').click()
    await card.getByRole('checkbox', { name: second.email }).uncheck()
    await expect(card.locator('summary')).toHaveText(`Goes to ${name}`)
    await page.setViewportSize({ width: 320, height: 640 })
    expect((await page.evaluate(measureLayout)).sideways).toBeLessThanOrEqual(0)
    await send(page).click()
    await expect(page.getByText('Sent. 0 of 3 documents opened.')).toBeVisible()
    expect((await page.evaluate(measureLayout)).sideways).toBeLessThanOrEqual(0)
    await expect(await documentsOf(first)).toHaveCount(0)
    await expect(await documentsOf(second)).toHaveText([/statement/])
    await expect(await documentsOf(third)).toHaveCount(2)
  },
)
