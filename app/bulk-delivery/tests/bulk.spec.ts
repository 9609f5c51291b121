import type { Page } from '@playwright/test'
import {
  expect,
  expectNoAxeViolationsInLightAndDark,
  later,
  type Person,
  test,
  visit,
} from '../../../tests/e2e/fixtures.ts'
import { measureLayout } from '../../../tests/e2e/measure-layout.ts'
import { admin } from '../../../tests/e2e/portal-paths.ts'
import { newPerson } from '../../../tests/e2e/signed-in-person.ts'
import { insertHolder } from '../../../tests/helpers/insert-notes.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import { byPdfkit } from '../../../tests/helpers/pdf-makers.ts'
import type { Site } from '../../../tests/helpers/server.ts'
import { expectRendered } from '../../viewer/tests/viewer-page.ts'

const slow = slowOf(test)

/** A holder that a person acts for. */
async function holderOf(site: Site, person: Person): Promise<{ name: string; number: string }> {
  const name = `Family of ${person.email.split('@')[0]}`
  const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
  const id = await insertHolder(query, [person], { name })
  const { rows } = await query('select number from holders where id = $1', [id])
  return { name, number: String(rows[0]?.number) }
}

async function upload(page: Page, name: string, pages: readonly string[][], split: string): Promise<void> {
  await visit(page, admin.bulk)
  await page.getByRole('link', { name: 'New batch' }).click()
  await page
    .getByLabel('Choose files for the batch')
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: await byPdfkit(pages) })
  await page.getByLabel('Split by').selectOption({ label: split })
  await page.getByLabel('Category').selectOption('Tax')
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByRole('button', { name: 'Read and match' }).click()
}

const status = (page: Page) => page.getByRole('region', { name: 'State' }).getByRole('status')

test('one PDF reaches each holder by an administrator and an approver: matched, one by hand, looked through, approved, opened and recalled', async ({
  site,
  administrator,
  investor,
  visitor,
}) => {
  const people = [await investor(later), await investor(later), await investor(later)]
  const [first, second, third] = [
    await holderOf(site, people[0] as Person),
    await holderOf(site, people[1] as Person),
    await holderOf(site, people[2] as Person),
  ]
  const { page } = await administrator(later)
  const colleague = (await administrator(later)).page
  const approver = await newPerson(site, { isApprover: true })
  const pages = [[`Holder ${first.number}`], [`Holder ${second.number}`], [third.name]]
  await upload(page, 'Tax forms.pdf', pages, 'Every few pages')
  await expect(status(page)).toContainText('1 unmatched document.')
  await expectNoAxeViolationsInLightAndDark(page)

  // A name alone doesn't say enough.
  await page.getByRole('row').filter({ hasText: 'Not sure' }).getByRole('link').first().click()
  await expect(page.getByRole('img', { name: 'Page 1 of' })).toBeVisible()
  await expect(page.getByText('Only one thing points to a holder')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByLabel(third.name).check()
  await page.getByRole('button', { name: 'Match', exact: true }).click()
  await expect(page.getByText(/Matched by hand, by/)).toBeVisible()
  await page
    .getByRole('link', { name: /^Tax form, / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await expect(page.getByText('Release requested.')).toBeVisible()

  await visit(colleague, page.url())
  await expect(colleague.getByRole('link', { name: 'Review 3 documents' })).toBeVisible()
  const other = await visitor()
  await other.context().addCookies(approver.cookies)
  await visit(other, admin.approvals)
  await expectNoAxeViolationsInLightAndDark(other)
  await other.getByRole('link', { name: /^Review: .*3 documents/ }).click()
  await expect(other.getByText('3 of 3 documents not opened yet.')).toBeVisible()
  for (const picture of await other.getByRole('img', { name: 'Page 1 of' }).all())
    await picture.scrollIntoViewIfNeeded()
  await expect(other.getByText('All opened.')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(other)
  await other.getByRole('button', { name: /^Approve: / }).click()
  await expect(other.getByText('Approved', { exact: true })).toBeVisible()
  await expect(other.getByText('Nothing to review')).toBeVisible()

  await expect(status(page)).toHaveText('Released. 0 of 3 documents opened.')
  const { page: own } = people[0] as Person
  await visit(own, '/profile')
  await expect(own.getByRole('rowheader')).toHaveText([/Tax form/])
  await own.getByRole('link', { name: /^View Tax form/ }).click()
  await expectRendered(own.getByRole('dialog'), 1)
  await visit(page, page.url())
  await expect(status(page)).toHaveText('Released. 1 of 3 documents opened.')
  await expect(page.getByRole('row').filter({ hasText: second.name })).toContainText('Never opened')

  await page.getByText('Recall this batch').click()
  await page.getByLabel('Reason').fill('The wrong year')
  await page.getByRole('button', { name: 'Recall', exact: true }).click()
  await expect(status(page)).toHaveText('Recalled. 1 document had been opened, 2 never.')
  await visit(own, '/profile')
  await expect(own.getByRole('rowheader')).toHaveCount(0)
  await page.getByRole('row').filter({ hasText: first.name }).getByRole('link').first().click()
  await expect(page.getByRole('table', { name: 'What was served of it' })).toContainText((people[0] as Person).email)
  await page.setViewportSize({ width: 320, height: 640 })
  expect((await page.evaluate(measureLayout)).sideways).toBeLessThanOrEqual(0)
})

slow(
  'a batch is reviewed, left out, divided again and discarded without scripts, and fits a small window',
  async ({ site, administrator, investor, anotherBrowser }) => {
    const holder = await holderOf(site, await investor(later))
    const someone = await administrator(later)
    await upload(someone.page, 'Letters.pdf', [[`Holder ${holder.number}`], ['Dear investor']], 'Every few pages')
    await expect(status(someone.page)).toContainText('1 unmatched document.')
    const page = await anotherBrowser(someone, { javaScriptEnabled: false, at: someone.page.url() })
    await page.getByText('Leave out the 1 document without a match').click()
    await page.getByLabel('Reason').first().fill('A cover letter')
    await page.getByRole('button', { name: 'Leave them out' }).click()
    await expect(status(page)).toContainText('1 document matched automatically, 1 document left out.')
    await page.getByText('Split the files differently').click()
    await page.getByRole('button', { name: 'Read again' }).click()
    await expect
      .poll(async () => {
        // Without scripts the page reloads itself, which may interrupt this.
        await page.reload().catch(() => {})
        return status(page).textContent()
      })
      .toContain('1 document left out')
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of [page.url(), admin.bulk, `${admin.bulk}/new`]) {
      await page.goto(path)
      expect((await page.evaluate(measureLayout)).sideways, path).toBeLessThanOrEqual(0)
    }
    await visit(someone.page, someone.page.url())
    await someone.page.getByText('Discard this batch').click()
    await someone.page.getByRole('button', { name: 'Discard' }).click()
    await expect(someone.page.getByRole('row').filter({ hasText: 'Discarded' }).first()).toBeVisible()
  },
)
