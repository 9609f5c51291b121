import { expect } from 'vitest'
import { linesOf } from '../../../tests/helpers/csv.ts'
import { madeAdministrator } from '../../../tests/helpers/rights.ts'
import { allSent, test } from '../../../tests/helpers/shared-portal.ts'
import { accessTable } from '../office/access/table.tsx'
import { remindAccessReview } from '../server/access-reminder.ts'
import { exportAccessReview, getAccessReview, recordAccessReview } from '../server/access-review.ts'
import { acceptPerson, disablePerson } from '../server/account-access.ts'
import { editPerson } from '../server/profiles.ts'

const day = 24 * 60 * 60 * 1000

test('the review says who has which right, since when, from whom, and when they were seen', async ({
  portal,
  admin,
  colleague,
  investor,
  second,
  domain,
}) => {
  const guest = await portal.newPerson(`guest@${domain}`, { guest: true })
  const accepted = await portal.newPerson(`accepted@${domain}`, { guest: true })
  await acceptPerson(admin, accepted.id)
  await madeAdministrator(colleague, admin, second)
  await disablePerson(admin, investor.id, { reason: 'Repaid' })
  await portal.sessionOf(second)
  for (const order of ['name', 'right', 'since', 'seen'] as const) {
    const { entries } = await getAccessReview(admin, { order })
    const entryOf = ({ id }: { id: string }) => entries.find(entry => entry.id === id)
    const by = { since: expect.any(Date), givenBy: admin.email }
    expect(entryOf(second)).toMatchObject({ right: 'administrator', ...by, lastSeen: expect.any(Date) })
    expect(entryOf(accepted)).toMatchObject({ right: 'investor', ...by, lastSeen: null })
    expect(entryOf(investor)).toMatchObject({ right: 'none', ...by, disabledReason: 'Repaid' })
    expect(entryOf(guest)).toMatchObject({ right: 'guest', givenBy: null })
  }
  const { entries, total } = await getAccessReview(admin, { page: 0, order: 'right' })
  expect(entries).toHaveLength(total)
  expect(entries[0]?.right).toBe('administrator')
  await expect((async () => getAccessReview(investor))()).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('recording a review is in the audit log', async ({ portal, admin }) => {
  await recordAccessReview(admin)
  const { last } = await getAccessReview(admin)
  expect(last).toMatchObject({ by: admin.email, at: expect.any(Date) })
  const { rows } = await portal.owner.query(
    "select details from audit_log where action = 'access.reviewed' and actor_id = $1",
    [admin.id],
  )
  expect(rows).toMatchObject([{ details: { administrators: expect.any(Number), people: expect.any(Number) } }])
})

test('the export runs nothing in a spreadsheet', async ({ admin, investor }) => {
  await editPerson(admin, investor.id, { full_name: '=cmd|"/c calc"' })
  const [heading, ...lines] = await linesOf(accessTable.csv, await exportAccessReview(admin))
  expect(heading).toBe('"Name","E-mail","Right","Since","Given by","Last seen","Reason for closing"')
  expect(lines.join('\n')).toContain(`"'=cmd|""/c calc""","${investor.email}","investor",`)
})

test('administrators are reminded once a year, and a review puts it off', async ({ portal, admin }) => {
  await portal.owner.query('update user_profiles set is_admin = false where id <> $1', [admin.id])
  await portal.owner.query('delete from access_reviews; delete from access_reminders')
  const remindersAfter = async (days: number) => {
    await Promise.all([1, 2, 3].map(() => remindAccessReview(new Date(Date.now() + days * day))))
    await allSent(portal)
    return portal.mailbox.count(admin.email)
  }
  expect(await remindersAfter(300)).toBe(0)
  expect(await remindersAfter(367)).toBe(1)
  expect(portal.mailbox.allTo(admin.email)[0]?.text).toContain(`${portal.url}/profile/admin/access`)
  expect(await remindersAfter(368)).toBe(1)
  expect(await remindersAfter(367 + 366)).toBe(2)
  await portal.owner.query(
    "insert into access_reviews (reviewed_at, administrators, people, guests, disabled) values (now() + interval '1000 days', 1, 1, 0, 0)",
  )
  expect(await remindersAfter(1200)).toBe(2)
  expect(await remindersAfter(1400)).toBe(3)
})
