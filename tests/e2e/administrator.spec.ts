import { fileURLToPath } from 'node:url'
import { asOwner } from '../helpers/owner.ts'
import { expect, expectNoAxeViolations, newAddress, test } from './fixtures.ts'

const files = fileURLToPath(new URL('../fixtures/files/', import.meta.url))

test('an administrator finds an investor, uploads for them, and both see it and who viewed it', async ({
  investor,
  administrator,
}) => {
  const one = await investor()
  const boss = await administrator()
  await expect(boss.page.getByText('Administrator', { exact: true })).toBeVisible()
  await boss.page.getByRole('tab', { name: 'Admin', exact: true }).click()
  const entry = boss.page.getByRole('row').filter({ hasText: one.email })
  await expect(entry).toBeVisible()
  await expect(
    boss.page.getByRole('row').filter({ hasText: boss.email }).getByText('Admin', { exact: true }),
  ).toBeVisible()
  await entry.getByRole('link', { name: `Open documents of ${one.email}` }).click()
  await expect(boss.page.getByRole('note')).toContainText(one.email)

  const chooser = boss.page.waitForEvent('filechooser')
  await boss.page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles(`${files}statement.pdf`)
  await expect(one.page.getByRole('row').filter({ hasText: 'statement.pdf' })).toBeVisible()

  await one.page.getByRole('link', { name: 'View statement.pdf' }).click()
  await expect(one.page.getByRole('dialog', { name: 'statement.pdf' })).toBeVisible()
  const theirs = boss.page.getByRole('row').filter({ hasText: 'statement.pdf' })
  await expect(theirs.getByRole('cell', { name: '1', exact: true })).toBeVisible()
  await boss.page.getByRole('link', { name: 'View statement.pdf' }).click()
  await boss.page.getByRole('tab', { name: 'History' }).click()
  const history = boss.page.getByRole('dialog').getByRole('row')
  await expect(history.filter({ hasText: one.email })).toHaveCount(1)
  await expect(history.filter({ hasText: boss.email })).toHaveCount(1)
})

test('an investor cannot open another’s documents or the administrators’ tab by address', async ({
  investor,
  site,
}) => {
  const one = await investor()
  const two = await investor()
  const { rows } = await asOwner(site, 'select id from user_profiles where email = $1', [two.email])
  const answer = await one.page.goto(`/profile?user=${rows[0].id}`)
  expect(answer?.status()).toBeGreaterThanOrEqual(403)
  await expect(one.page.getByText(two.email)).toHaveCount(0)
  await one.page.goto('/profile?tab=admin')
  await expect(one.page.getByRole('table', { name: 'Users' })).toHaveCount(0)
  await expect(one.page.getByText(two.email)).toHaveCount(0)
})

test('an administrator who is one no longer loses the tab with the next step', async ({ administrator, site }) => {
  const { page, email } = await administrator()
  await asOwner(site, 'update user_profiles set is_admin = false where email = $1', [email])
  await page.reload()
  await expect(page.getByText('Administrator', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Admin', exact: true })).toHaveCount(0)
})

test('an administrator finds what visitors left, notes it and marks it as answered', async ({
  administrator,
  investor,
  site,
}) => {
  const email = newAddress('prospect')
  await asOwner(
    site,
    `insert into messages (id, topic, name, email, message, amount_range)
    values (gen_random_uuid(), 'consultation', 'Paula Prospect', $1, 'When may I call?', '$1M+')`,
    [email],
  )
  const { page } = await administrator()
  await page.getByRole('tab', { name: 'Admin', exact: true }).click()
  await page.getByRole('link', { name: 'Requests' }).click()
  const entry = page.getByRole('listitem').filter({ hasText: email })
  await expect(entry).toContainText('When may I call?')
  await expect(entry.getByText('New', { exact: true })).toBeVisible()
  await entry.getByLabel('Note').fill('Called back on Monday.')
  await entry.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(page.getByText('Request saved')).toBeVisible()
  await expect(entry.getByText('Answered', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.reload()
  await expect(entry.getByLabel('Note')).toHaveValue('Called back on Monday.')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()

  const one = await investor()
  const answer = await one.page.goto('/profile?tab=admin&list=requests')
  expect(answer?.status()).toBe(403)
  await expect(one.page.getByText(email)).toHaveCount(0)
})
