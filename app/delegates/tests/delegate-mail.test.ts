import { expect } from 'vitest'
import { addDays, addMonths } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenDelegate, givenFiled } from '../../../tests/helpers/delegates.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { allNotified, endNotificationDelay } from '../../../tests/helpers/notifications.ts'
import { type SharedPortal, test as shared } from '../../../tests/helpers/shared-portal.ts'
import { incrementViewCount } from '../../documents/server/views.ts'
import { monthBefore } from '../server/delegate-reads.ts'
import { sendGrantReminders } from '../server/grant-reminders.ts'

const today = fundDay()

const test = shared
  .extend('cpa', ({ portal, domain }) => portal.newPerson(`cpa@${domain}`, { fullName: 'Carla Paula' }))
  .extend('holder', async ({ admin, investor, second }) => {
    const { id } = await givenHolder(admin, investor, {
      members: [
        { userId: investor.id, right: 'owner' },
        { userId: second.id, right: 'viewer' },
      ],
    })
    return id
  })

const mailTo = (portal: SharedPortal, address: string, about: RegExp) =>
  portal.mailbox.allTo(address).filter(({ subject = '', text = '' }) => about.test(subject) || about.test(text))

test('both sides are told once that an access ends within two weeks', async ({
  portal,
  investor,
  second,
  cpa,
  holder,
}) => {
  const until = addDays(today, 40)
  await givenDelegate(portal, investor, cpa, holder, { until })
  await sendGrantReminders(addDays(until, -15))
  await sendGrantReminders(addDays(until, -14))
  await sendGrantReminders(addDays(until, -13))
  for (const { email } of [investor, second])
    await eventually('word to members', () => mailTo(portal, email, /access ends soon/).length > 0)
  await eventually(
    'word to the delegate',
    () => mailTo(portal, cpa.email, /Your access to shared documents ends soon/).length > 0,
  )
  await allNotified(portal)
  expect(mailTo(portal, investor.email, /access ends soon/)).toHaveLength(1)
  const [mail] = mailTo(portal, cpa.email, /Your access to shared documents ends soon/)
  expect(mail?.text).toContain('/profile/shared')
  // No day, holder or amount.
  expect(mail?.text?.split('http')[0]).not.toMatch(/\d|Vestor/)
})

test('members are told once a month what their accountant viewed, by number alone', async ({
  portal,
  admin,
  investor,
  second,
  cpa,
  holder,
}) => {
  const names = ['1099-INT.pdf', 'K-1.pdf', 'Letter.pdf']
  const documents: string[] = []
  for (const name of names)
    documents.push(await givenFiled(portal, { holder, owner: investor, by: admin }, 'Tax', name))
  const id = await givenDelegate(portal, investor, cpa, holder)
  for (const document of [...documents, documents[0] ?? '']) await incrementViewCount(cpa, document)
  await endNotificationDelay(portal)
  await allNotified(portal)
  // As if that had been in the previous month.
  const { from } = monthBefore(today)
  await portal.owner.query('update delegate_reads set read_at = app.after_fund_day($2::date + 3) where grant_id = $1', [
    id,
    from,
  ])
  await sendGrantReminders()
  await sendGrantReminders()
  await endNotificationDelay(portal)
  for (const { email } of [investor, second])
    await eventually('the line', () => mailTo(portal, email, /viewed/).length > 0)
  await allNotified(portal)
  const [mail, ...others] = mailTo(portal, investor.email, /viewed/)
  expect(others).toEqual([])
  expect(mail?.text).toContain('Your accountant viewed 3 documents last month.')
  expect(mail?.text).toContain('/profile/delegates')
  expect(mail?.text).not.toMatch(/1099|K-1|Letter|Carla/)
  expect(mailTo(portal, cpa.email, /viewed/)).toEqual([])
})

test('a month without a look says nothing', async ({ portal, admin, investor, cpa, holder }) => {
  const tax = await givenFiled(portal, { holder, owner: investor, by: admin }, 'Tax')
  const id = await givenDelegate(portal, investor, cpa, holder)
  await incrementViewCount(cpa, tax)
  await sendGrantReminders()
  await portal.owner.query('update delegate_reads set read_at = app.after_fund_day($2::date) where grant_id = $1', [
    id,
    addMonths(monthBefore(today).from, -1),
  ])
  await sendGrantReminders()
  await endNotificationDelay(portal)
  await allNotified(portal)
  expect(mailTo(portal, investor.email, /viewed/)).toEqual([])
})

test('the month before is whole months of the fund’s days', () => {
  expect(monthBefore('2027-01-01')).toEqual({ from: '2026-12-01', to: '2027-01-01' })
  expect(monthBefore('2027-03-31')).toEqual({ from: '2027-02-01', to: '2027-03-01' })
})
