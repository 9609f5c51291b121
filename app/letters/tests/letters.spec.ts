import { fundDay } from '../../../server/platform/fund-day.ts'
import { approve } from '../../../tests/e2e/approve.ts'
import { expect, expectNoAxeViolationsInLightAndDark, later, test, visit } from '../../../tests/e2e/fixtures.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'

test('a year’s letter is written once, reviewed, released by another person, read by its holder, and recalled', async ({
  site,
  administrator,
  investor,
  colleague,
}) => {
  const person = await investor(later)
  const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
  const year = Number(fundDay().slice(0, 4)) - 1
  for (const name of [`Holder of ${person.email}`, `Trust of ${person.email}`]) {
    const holder = await insertHolder(query, [person], { name })
    await insertNote(query, holder, {
      issueDate: `${year}-01-01`,
      termMonths: 24,
      until: `${year}-04-30`,
      paid: [1, 2],
    })
  }

  const office = await administrator({ at: '/profile/admin/letters' })
  const { page } = office
  await page.getByLabel('Year', { exact: true }).fill(String(year))
  await page.getByLabel('Subject').fill('Your notes in {year}')
  await page.getByLabel('Letter', { exact: true }).fill('Dear {name},\n\nwe owe you {principal}.')
  await page.getByRole('button', { name: 'Prepare letters' }).click()
  await expect(page.getByText('Only {holder}, {year}, {principal} and {interest}')).toBeVisible()
  await page.getByLabel('Letter', { exact: true }).fill('Dear {holder},\n\nwe owe you {principal}.')
  await page.getByRole('button', { name: 'Prepare letters' }).click()
  await expect(page.getByRole('heading', { name: `Letters of ${year}` })).toBeVisible()
  const state = page.getByRole('region', { name: 'State' })
  await expect(state).toContainText('Ready to release')
  await expectNoAxeViolationsInLightAndDark(page)

  const row = page.getByRole('row').filter({ hasText: `Holder of ${person.email}` })
  await expect(row).toContainText('$200,000.00')
  const address = String(await row.getByRole('link', { name: /^Open the letter/ }).getAttribute('href'))
  expect((await page.request.get(address)).headers()['content-type']).toBe('application/pdf')
  expect((await person.context.request.get(address)).status()).toBe(404)

  const trust = page.getByRole('row').filter({ hasText: `Trust of ${person.email}` })
  await trust.getByRole('button', { name: /^Leave out/ }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('It was told in person.')
  await page.getByRole('dialog').getByRole('button', { name: 'Leave out' }).click()
  await expect(trust).toContainText('Left out: It was told in person.')
  await expect(state).toContainText('Ready to release')

  await page.getByRole('button', { name: 'Request release' }).click()
  await expect(state.getByText('Release requested.')).toBeVisible()
  await approve(site, colleague, office)
  await expect(state).toContainText('Released')
  expect((await person.context.request.get(address)).headers()['content-type']).toBe('application/pdf')
  await visit(person.page, '/profile')
  await expect(person.page.getByRole('row').filter({ hasText: `Letter, ${year}` })).toHaveCount(1)
  await visit(page, '/profile/admin/runs')
  await page.getByRole('link', { name: `Letters of ${year}` }).click()

  await page.getByText('Recall these letters').click()
  await page.getByLabel('Reason').fill('A figure was missing.')
  await page.getByRole('button', { name: 'Recall' }).click()
  await expect(state).toContainText(': A figure was missing.')
  expect((await person.context.request.get(address)).status()).toBe(404)
})
