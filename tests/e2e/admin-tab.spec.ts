import { fileURLToPath } from 'node:url'
import { insertOf } from '../../server/sample/rows.ts'
import { calls, visitorMessages } from '../../server/sample/visitors.ts'
import { slowOf } from '../helpers/lane.ts'
import { asOwner } from '../helpers/owner.ts'
import { chooseFiles } from './document-list.ts'
import {
  expect,
  expectNoAxeViolations,
  expectNoAxeViolationsInLightAndDark,
  later,
  newEmailAddress,
  test,
  visit,
} from './fixtures.ts'
import { measureLayout } from './measure-layout.ts'
import { admin } from './portal-paths.ts'

const slow = slowOf(test)

const files = fileURLToPath(new URL('../fixtures/files/', import.meta.url))

slow(
  'an administrator uploads a document for an investor, and both see it and its view history',
  async ({ investor, administrator }) => {
    const investorUser = await investor()
    const adminUser = await administrator()
    await expect(adminUser.page.getByText('Administrator', { exact: true })).toBeVisible()
    await adminUser.page.getByRole('tab', { name: 'Admin', exact: true }).click()
    await adminUser.page.getByRole('link', { name: /^Investors/ }).click()
    const entry = adminUser.page.getByRole('row').filter({ hasText: investorUser.email })
    await expect(entry).toBeVisible()
    await expect(
      adminUser.page.getByRole('row').filter({ hasText: adminUser.email }).getByText('Admin', { exact: true }),
    ).toBeVisible()
    await entry.getByRole('link', { name: `Open documents of ${investorUser.email}` }).click()
    await adminUser.page.getByRole('link', { name: 'Manage documents' }).click()
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
  },
)

slow(
  'an administrator whose role is removed loses the Admin tab at once and returns to their own documents',
  async ({ administrator, site }) => {
    const { page, email } = await administrator()
    await page.getByRole('tab', { name: 'Admin', exact: true }).click()
    await page.getByRole('link', { name: /^Investors/ }).click()
    await expect(page.getByRole('table', { name: 'People' })).toBeVisible()
    await asOwner(site, 'update user_profiles set is_admin = false where email = $1', [email])
    await expect(page).toHaveURL(/\/profile$/)
    await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
    await expect(page.getByText('Administrator', { exact: true })).toHaveCount(0)
    await expect(page.getByRole('tab', { name: 'Admin', exact: true })).toHaveCount(0)
  },
)

slow(
  'an administrator whose role is removed before the page’s event stream opens is redirected too',
  async ({ administrator, site }) => {
    const { page, email } = await administrator()
    let listen = () => {}
    const withdrawn = new Promise<void>(resolve => {
      listen = resolve
    })
    await page.route('**/events?user=all', async route => {
      await withdrawn
      await route.continue()
    })
    const requested = page.waitForRequest('**/events?user=all')
    await page.getByRole('tab', { name: 'Admin', exact: true }).click()
    await requested
    await asOwner(site, 'update user_profiles set is_admin = false where email = $1', [email])
    listen()
    await expect(page).toHaveURL(/\/profile$/)
    await expect(page.getByRole('tab', { name: 'Admin', exact: true })).toHaveCount(0)
  },
)

slow(
  'an administrator finds a visitor’s message in the inbox, answers by e-mail, adds a note and marks it as done',
  async ({ administrator, investor, site }) => {
    const email = newEmailAddress('prospect')
    const sent = { name: 'Paula Prospect', email, message: 'When may I call?', amount_range: '$1M+' }
    await asOwner(site, insertOf('messages', visitorMessages.row({ topic: 'consultation', ...sent })))
    const { page } = await administrator()
    await page.getByRole('tab', { name: /^Messages/ }).click()
    await page.getByRole('link', { name: 'Unanswered', exact: true }).click()
    await expectNoAxeViolationsInLightAndDark(page)
    await page.getByRole('link', { name: /New: Paula Prospect/ }).click()
    await expect(page.getByRole('heading', { name: 'Paula Prospect' }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: email })).toBeVisible()
    await expect(page.getByRole('article')).toContainText('When may I call?')
    await page.getByLabel('New remark').fill('Called back on Monday.')
    await page.getByRole('button', { name: 'Add remark' }).click()
    await expect(page.getByRole('region', { name: 'Remarks' }).getByRole('listitem')).toContainText(
      'Called back on Monday.',
    )
    await expect(page.getByLabel('New remark')).toHaveValue('')
    await page.getByLabel(`Answer by e-mail to ${email}`).fill('Any day after ten.')
    await page.getByRole('button', { name: 'Send and mark as done' }).click()
    await expect(page.getByText('Answer sent by e-mail. The conversation is marked as done.')).toBeVisible()
    await expect(page.getByRole('article').last()).toContainText('Any day after ten.')
    await expect(page.getByText('Done', { exact: true })).toBeVisible()
    expect((await site.mailbox.to(email)).text).toContain('Any day after ten.')
    await expectNoAxeViolationsInLightAndDark(page)
    const thread = page.url()
    for (const address of [thread, `${admin.messages}?show=done`]) {
      await visit(page, address)
      await page.setViewportSize({ width: 320, height: 640 })
      const { sideways, cut, outside } = await page.evaluate(measureLayout)
      expect([address, sideways, cut, outside]).toEqual([address, 0, [], []])
    }
    await expect(page.getByRole('link', { name: /Paula Prospect/ })).toBeVisible()

    const investorUser = await investor(later)
    for (const address of [admin.messages, thread]) {
      expect((await visit(investorUser.page, address))?.status()).toBe(403)
      await expect(investorUser.page.getByText('Paula Prospect')).toHaveCount(0)
    }
  },
)

slow(
  'an administrator cancels a call after confirming, with a message to the person who booked it',
  async ({ administrator, site }) => {
    const email = newEmailAddress('caller')
    const time = { starts_at: new Date('2098-01-06T15:00Z'), ends_at: new Date('2098-01-06T15:30Z') }
    const caller = { name: 'Carl Caller', email, time_zone: 'America/New_York' }
    await asOwner(site, insertOf('call_requests', calls.row({ calendar: 'founder', ...caller, ...time })))
    const { page } = await administrator({ at: `${admin.messages}?kind=calls` })
    await page.getByRole('link', { name: /Carl Caller Phone call, Jan 6, 2098/ }).click()
    const opener = page.getByRole('button', { name: 'Cancel this call with Carl Caller' })
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
    await expect(page.getByText('Call canceled. We’ve e-mailed the visitor.')).toBeVisible()
    await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
    await expect(opener).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Carl Caller', level: 1 })).toBeFocused()
    await expect(page.getByRole('article').last()).toContainText('We are travelling that day.')
    expect((await site.mailbox.to(email)).text).toContain('We are travelling that day.')
  },
)
