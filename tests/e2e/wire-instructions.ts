import { asOwner } from '../helpers/owner.ts'
import type { Site } from '../helpers/server.ts'
import { approve } from './approve.ts'
import { expect, type Person } from './fixtures.ts'
import type { SignedInPerson } from './signed-in-person.ts'

/** Two administrators enter wire instructions on the office's page, where the first one is. Three days pass. */
export async function enterWireInstructions(site: Site, office: Person, colleague: SignedInPerson): Promise<void> {
  const { page } = office
  await page.getByLabel('Bank', { exact: true }).fill('First Bank of Dallas')
  await page.getByLabel('Address of the bank').fill('1 Main Street, Dallas, TX')
  await page.getByLabel('ABA routing number for wires').fill('111000025')
  await page.getByLabel('Name on the account').fill('The Fund LLC')
  await page.getByLabel('Account number').fill('9876543210')
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(page.getByText('Another administrator compares them')).toBeVisible()
  await approve(site, colleague, office)
  await asOwner(
    site,
    `alter table wire_instructions disable trigger user;
    update wire_instructions set approved_at = approved_at - interval '3 days';
    alter table wire_instructions enable trigger user; alter table wire_instructions enable always trigger guard`,
  )
}
