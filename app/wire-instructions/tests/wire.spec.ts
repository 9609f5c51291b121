import { noteRow } from '../../../server/sample/notes.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import { test as base, expect, expectNoAxeViolationsInLightAndDark, later, visit } from '../../../tests/e2e/fixtures.ts'
import { makeStale } from '../../../tests/e2e/signed-in-person.ts'
import { vaultSite } from '../../../tests/e2e/vault-site.ts'
import { enterWireInstructions } from '../../../tests/e2e/wire-instructions.ts'
import { insertHolder } from '../../../tests/helpers/insert-notes.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import type { Site } from '../../../tests/helpers/server.ts'

const test = base.extend<object, { site: Site }>({ site: vaultSite() })

test('two administrators enter wire instructions, a holder sees them after confirming who they are, and the office calls', async ({
  site,
  administrator,
  colleague,
  investor,
}) => {
  const office = await administrator({ at: '/profile/admin/wire-instructions' })
  const { page } = office
  await expect(page.getByText('None yet.')).toBeVisible()
  await page.getByLabel('Bank', { exact: true }).fill('First Bank of Dallas')
  await page.getByLabel('Address of the bank').fill('1 Main Street, Dallas, TX')
  await page.getByLabel('ABA routing number for wires').fill('111000026')
  await page.getByLabel('Name on the account').fill('The Fund LLC')
  await page.getByLabel('Account number').fill('9876543210')
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(page.getByText('one of its nine digits is wrong')).toBeVisible()
  await enterWireInstructions(site, office, colleague)
  await visit(page, '/profile/admin/wire-instructions')
  await expectNoAxeViolationsInLightAndDark(page)

  const person = await investor(later)
  const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
  const holder = await insertHolder(query, [person], { name: `Holder of ${person.email}` })
  const note = noteRow({}, { holder_id: holder, state: 'signed', signed_at: new Date(), sale_state: 'TX' })
  await query(insertOf('notes', note))
  await visit(page, `/profile/admin/register/notes/${note.id}`)
  await page.getByRole('button', { name: 'Show wire instructions to the holder' }).click()
  await expect(page.getByText('The holder sees the wire instructions since')).toBeVisible()
  expect((await site.mailbox.to(person.email)).text).not.toMatch(/First Bank|987654/)

  const own = person.page
  await own.setViewportSize({ width: 390, height: 844 })
  await visit(own, '/profile')
  await own.getByRole('link', { name: `Wire instructions for ${note.number}` }).click()
  await expect(own.getByRole('heading', { name: 'Wire instructions' })).toBeVisible()
  await makeStale(site, person.email)
  await own.getByRole('button', { name: 'Show wire instructions' }).click()
  const proof = own.getByRole('dialog', { name: 'Confirm that it’s you' })
  await proof.getByRole('button', { name: 'Send code' }).click()
  await proof.getByLabel('Verification code').fill(await site.mailbox.code(person.email, 1))
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(own.getByText('9876543210')).toBeVisible()
  await expect(own.getByRole('region', { name: 'Views' }).getByRole('listitem')).toHaveCount(1)
  await expectNoAxeViolationsInLightAndDark(own)
  const words = await own
    .locator('dt', { hasText: 'Six words' })
    .locator('xpath=following-sibling::dd[1]')
    .textContent()

  await visit(page, '/profile/admin/wire-instructions')
  await page.getByRole('button', { name: /^Show the six words/ }).click()
  await expect(page.getByText(words ?? '?')).toBeVisible()
  await page.getByLabel('Spoke with').fill('Iris Vestor')
  await page.getByRole('button', { name: 'Record the call' }).click()
  await expect(page.getByText('Read back by phone to Iris Vestor')).toBeVisible()
  await page.getByRole('link', { name: 'Viewed once' }).click()
  await expect(page.getByRole('region', { name: 'Views' }).getByRole('row')).toHaveCount(2)
  await expectNoAxeViolationsInLightAndDark(page)
})
