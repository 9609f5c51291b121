import { randomBytes } from 'node:crypto'
import { noteRow } from '../../../server/sample/notes.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import { approve } from '../../../tests/e2e/approve.ts'
import { test as base, expect, expectNoAxeViolationsInLightAndDark, later, visit } from '../../../tests/e2e/fixtures.ts'
import { makeStale } from '../../../tests/e2e/signed-in-person.ts'
import { startSite } from '../../../tests/e2e/start-site.ts'
import { insertHolder } from '../../../tests/helpers/insert-notes.ts'
import { patience } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import type { Site } from '../../../tests/helpers/server.ts'

/** On a site that can keep account numbers. */
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
  await page.getByLabel('ABA routing number for wires').fill('111000025')
  await page.getByLabel('Account number').fill('9876543210')
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(page.getByText('Another administrator compares them')).toBeVisible()
  await approve(site, colleague, office)
  await visit(page, '/profile/admin/wire-instructions')
  await expect(page.getByRole('button', { name: 'Stop them' })).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await asOwner(
    site,
    `alter table wire_instructions disable trigger user;
    update wire_instructions set approved_at = approved_at - interval '3 days';
    alter table wire_instructions enable trigger user; alter table wire_instructions enable always trigger guard`,
  )

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
