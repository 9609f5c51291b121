import { fileURLToPath } from 'node:url'
import { notices } from '../../rules/messages.ts'
import { asOwner } from '../helpers/owner.ts'
import { chooseFiles } from './document-list.ts'
import { expect, expectNoAxeViolations, newEmailAddress, test, visit } from './fixtures.ts'
import { admin } from './portal-paths.ts'

const files = fileURLToPath(new URL('../fixtures/files/', import.meta.url))

test('an administrator uploads a document for an investor, and both see it and its view history', async ({
  investor,
  administrator,
}) => {
  const investorUser = await investor()
  const adminUser = await administrator()
  await expect(adminUser.page.getByText('Administrator', { exact: true })).toBeVisible()
  await adminUser.page.getByRole('tab', { name: 'Admin', exact: true }).click()
  await adminUser.page.getByRole('link', { name: 'Users' }).click()
  const entry = adminUser.page.getByRole('row').filter({ hasText: investorUser.email })
  await expect(entry).toBeVisible()
  await expect(
    adminUser.page.getByRole('row').filter({ hasText: adminUser.email }).getByText('Admin', { exact: true }),
  ).toBeVisible()
  await entry.getByRole('link', { name: `Open documents of ${investorUser.email}` }).click()
  await adminUser.page.getByRole('button', { name: 'Manage documents' }).click()
  await expect(adminUser.page.getByRole('note')).toContainText(investorUser.email)

  await chooseFiles(adminUser.page, `${files}statement.pdf`)
  await expect(investorUser.page.getByRole('row').filter({ hasText: 'statement.pdf' })).toBeVisible()

  await investorUser.page.getByRole('link', { name: 'View statement.pdf' }).click()
  await expect(investorUser.page.getByRole('dialog', { name: 'statement.pdf' })).toBeVisible()
  const theirs = adminUser.page.getByRole('row').filter({ hasText: 'statement.pdf' })
  await expect(theirs.getByRole('cell', { name: '1', exact: true })).toBeVisible()
  await adminUser.page.getByRole('link', { name: 'View statement.pdf' }).click()
  await adminUser.page.getByRole('tab', { name: 'History' }).click()
  const history = adminUser.page.getByRole('dialog').getByRole('row')
  await expect(history.filter({ hasText: investorUser.email })).toHaveCount(1)
  await expect(history.filter({ hasText: adminUser.email })).toHaveCount(1)
})

test('an administrator whose role is removed loses the Admin tab at once and returns to their own documents', async ({
  administrator,
  site,
}) => {
  const { page, email } = await administrator()
  await page.getByRole('tab', { name: 'Admin', exact: true }).click()
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await asOwner(site, 'update user_profiles set is_admin = false where email = $1', [email])
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
  await expect(page.getByText('Administrator', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Admin', exact: true })).toHaveCount(0)
})

test('an administrator whose role is removed before the page’s event stream opens is redirected too', async ({
  administrator,
  site,
}) => {
  const { page, email } = await administrator()
  let listen = () => {}
  const withdrawn = new Promise<void>(resolve => {
    listen = resolve
  })
  await page.route('**/events?user=all', async route => {
    await withdrawn
    await route.continue()
  })
  const asked = page.waitForRequest('**/events?user=all')
  await page.getByRole('tab', { name: 'Admin', exact: true }).click()
  await asked
  await asOwner(site, 'update user_profiles set is_admin = false where email = $1', [email])
  listen()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('tab', { name: 'Admin', exact: true })).toHaveCount(0)
})

test('an administrator finds a visitor’s request, adds a note and marks it as answered', async ({
  administrator,
  investor,
  site,
}) => {
  const email = newEmailAddress('prospect')
  await asOwner(
    site,
    `insert into messages (id, topic, name, email, message, amount_range)
    values (gen_random_uuid(), 'consultation', 'Paula Prospect', $1, 'When may I call?', '$1M+')`,
    [email],
  )
  const { page } = await administrator()
  await page.getByRole('tab', { name: 'Admin', exact: true }).click()
  await page.getByRole('link', { name: /^Requests/ }).click()
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

  const investorUser = await investor()
  const answer = await visit(investorUser.page, admin.leads)
  expect(answer?.status()).toBe(403)
  await expect(investorUser.page.getByText(email)).toHaveCount(0)
})

test('an open message from a year ago is listed before a hundred answered ones, all of which can be reached', async ({
  administrator,
  site,
}) => {
  const name = newEmailAddress('patient')
  await asOwner(
    site,
    `insert into messages (id, topic, name, email, message, state, created_at)
    select gen_random_uuid(), 'question', $1 || ' ' || n, 'p@example.com', 'Hello?',
      case n when 101 then 'new' else 'answered' end, now() - make_interval(days => n + 300)
    from generate_series(1, 101) n`,
    [name],
  )
  const { page } = await administrator()
  await visit(page, admin.leads)
  await expect(page.getByRole('heading', { name: `${name} 101` })).toBeVisible()
  const pages = page.getByRole('navigation', { name: 'Pages of messages' })
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(pages).toContainText('Page 2 of')
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: `${name} 100` })).toBeVisible()

  // Once answered, it moves to the end of the list; keyboard focus stays in place.
  await visit(page, admin.leads)
  const patient = page.getByRole('listitem').filter({ hasText: `${name} 101` })
  await patient.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(patient).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Messages' }).locator('h3:focus')).toHaveCount(1)
  await asOwner(site, 'delete from messages where name like $1', [`${name} %`])
})

test('an administrator cancels a call after confirming, with a message to the person who booked it', async ({
  administrator,
  site,
}) => {
  const email = newEmailAddress('caller')
  await asOwner(
    site,
    `insert into call_requests (id, calendar, kind, name, email, phone, time_zone, starts_at, ends_at, token_hash)
    values (gen_random_uuid(), 'founder', 'phone', 'Carl Caller', $1, '(512) 555-0199', 'America/New_York',
      '2098-01-06T15:00Z', '2098-01-06T15:30Z', substr(encode(sha256(convert_to($1, 'utf8')), 'hex'), 1, 43))`,
    [email],
  )
  const { page } = await administrator()
  await visit(page, admin.leads)
  const entry = page.getByRole('listitem').filter({ hasText: email })
  const opener = entry.getByRole('button', { name: 'Cancel this call with Carl Caller' })
  const dialog = page.getByRole('dialog', { name: 'Cancel the call with Carl Caller?' })
  await opener.click()
  await expect(dialog.getByLabel('Message to the visitor (optional)')).toBeFocused()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Keep the call' }).click()
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Message to the visitor (optional)').fill('We are travelling that day.')
  await dialog.getByRole('button', { name: 'Cancel the call' }).click()
  await expect(page.getByText(notices.callCancelled)).toBeVisible()
  await expect(entry.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(opener).toHaveCount(0)
  await expect(entry.getByRole('heading', { name: 'Carl Caller' })).toBeFocused()
  expect((await site.mailbox.to(email)).text).toContain('We are travelling that day.')
})
