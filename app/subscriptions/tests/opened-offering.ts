import { randomUUID } from 'node:crypto'
import { approve } from '../../../tests/e2e/approve.ts'
import { uploadDocuments } from '../../../tests/e2e/document-list.ts'
import { expect, type Person, visit } from '../../../tests/e2e/fixtures.ts'
import type { SignedInPerson } from '../../../tests/e2e/signed-in-person.ts'
import { enterWireInstructions } from '../../../tests/e2e/wire-instructions.ts'
import { insertConsent } from '../../../tests/helpers/insert-notes.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import { byPdfkit } from '../../../tests/helpers/pdf-makers.ts'
import type { Site } from '../../../tests/helpers/server.ts'
import { eventCodes } from '../../covered-persons/covered-persons.ts'

/**
 * Opens an offering by the office's own pages: memorandum, wire instructions, covered persons, and two people.
 * @param office whose browser is at their documents
 * @returns its name
 */
export async function openOffering(site: Site, office: Person, colleague: SignedInPerson): Promise<string> {
  const name = `Notes ${randomUUID().slice(0, 8)}`
  const { page } = office
  await uploadDocuments(office, { 'memorandum.pdf': await byPdfkit([['Private placement memorandum']]) })
  await visit(page, '/profile/admin/offerings')
  // Folded below those that others have opened on this site.
  if (await page.getByRole('table', { name: 'Offerings' }).isVisible())
    await page.getByText('Draft an offering').click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Individual').check()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  const address = page.url()
  await page.getByLabel('Title').fill('Private placement memorandum')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('1. Private placement memorandum')).toBeVisible()
  // Wire instructions and covered persons may be there, too.
  if (await page.getByText('wire instructions').first().isVisible()) {
    await visit(page, '/profile/admin/wire-instructions')
    await enterWireInstructions(site, office, colleague)
  }
  await visit(page, '/profile/admin/covered-persons')
  if (!(await page.getByRole('row', { name: 'Executive officer' }).isVisible())) await signQuestionnaires(site, office)
  await visit(page, address)
  await expect(page.getByText('Everything it needs is here.')).toBeVisible()
  await page.getByRole('button', { name: 'Submit opening for approval' }).click()
  await expect(page.getByText('Submitted for approval by a second person.')).toBeVisible()
  await approve(site, colleague, office)
  return name
}

/** The issuer and an officer, for both of whom the person at the browser signs. */
async function signQuestionnaires(site: Site, { id, email, page }: Person): Promise<void> {
  for (const [name, capacity] of [
    ['The Fund LLC', 'The issuer'],
    ['Ada Ministrator', 'Executive officer'],
  ] as const) {
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Capacity').selectOption(capacity)
    await page.getByLabel('E-mail address of their account').fill(email)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('row', { name })).toContainText('Due since')
  }
  await insertConsent((text, values) => asOwner(site, text, values), { id })
  await visit(page, '/profile/covered-person')
  for (const name of ['The Fund LLC', 'Ada Ministrator']) {
    const own = page.getByRole('region', { name })
    for (const code of eventCodes) await own.getByLabel(`(${code})`).selectOption('No')
    await own.getByLabel('Your full name').fill('Ada Ministrator')
    await own.getByRole('button', { name: 'I sign these answers' }).click()
    await expect(own.getByText('Current. Last signed on')).toBeVisible()
  }
}
