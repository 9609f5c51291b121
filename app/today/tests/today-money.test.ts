import { expect } from 'vitest'
import { addDays, addMonths, daysBetween } from '../../../rules/days.ts'
import { formatCents, sumCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenNote, withFreshProof } from '../../../tests/helpers/notes.ts'
import { testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { givenMonthlyNote, untilPrepared } from '../../../tests/helpers/statements.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { electAtMaturity } from '../../notes/server/elections.ts'
import { requestPayment } from '../../notes/server/payments.ts'
import { formatDayOf } from '../../notes/short-days.ts'
import { dueDaysAhead } from '../../register/register.ts'
import { getDuePayments } from '../../register/server/due-list.ts'
import { getMaturities } from '../../register/server/maturities.ts'
import { requestRelease } from '../../statements/server/release-run.ts'
import { requestRun } from '../../statements/server/start-runs.ts'
import { todayGroups } from '../office/today-lines.ts'
import { getToday } from '../server/today.ts'

const test = testOnPortal()
const today = fundDay()

/** @returns Today's lines about money, each as shown, with its link */
async function moneyOf(reader: Actor): Promise<{ says: string; act: string; to: string; since: Date | undefined }[]> {
  const group = todayGroups(await getToday(reader)).find(({ key }) => key === 'money')
  return (group?.lines ?? []).map(({ figure, what, which, act, to, since }) => ({
    says: [figure, what, which].filter(Boolean).join(' | '),
    act,
    to,
    since,
  }))
}

/** @returns the lines with a text */
const saying = (lines: { says: string }[], words: string) => lines.filter(({ says }) => says.includes(words))

test('before there are holders, Today has nothing about money', async ({ admin }) => {
  expect(todayGroups(await getToday(admin)).map(({ key }) => key)).not.toContain('money')
})

test('a payment is late until it is recorded, waits for the other person until they approve, and is gone then', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const late = await givenNote(portal, people, addDays(today, -38))
  const [payment] = (await getDuePayments(admin, { from: today, to: today, today })).filter(
    ({ noteId }) => noteId === late.id,
  )
  const amount = payment?.interestLeft ?? 0n
  const said = `${formatCents(amount)} | Iris Vestor · ${late.number}, ${daysBetween(payment?.payDate ?? '', today)} day`
  expect(saying(await moneyOf(admin), said)).toMatchObject([
    { act: 'Record', to: `/profile/admin/register/notes/${late.id}?line=1` },
  ])

  const paid = { day: payment?.payDate ?? '', confirmedDay: payment?.payDate ?? '', reference: 'ACH 1', amount }
  const requested = await requestPayment(admin, late.id, paid)
  const own = await moneyOf(admin)
  expect(saying(own, late.number)).toMatchObject([
    { says: expect.stringContaining(`${formatCents(amount)} | 1 payment needs`), act: 'See' },
  ])
  // It was requested today, which isn't mentioned.
  expect(own.find(({ says }) => says.includes('1 payment needs'))).toMatchObject({
    says: expect.stringContaining('Requested by you'),
    since: undefined,
  })
  expect(saying(await moneyOf(colleague), late.number)).toMatchObject([
    {
      says: expect.stringContaining(`${formatCents(amount)} | 1 payment needs your approval`),
      act: 'Review',
      to: '/profile/admin/approvals',
    },
  ])
  await decideApproval(colleague, requested, 'approved')
  for (const reader of [admin, colleague]) expect(saying(await moneyOf(reader), late.number)).toEqual([])
})

test('what is to be paid soon is told by its day, with the sums of the due list and the first names', async ({
  portal,
  people,
}) => {
  const { admin } = people
  for (const _ of [1, 2, 3, 4, 5]) await givenNote(portal, people, addDays(today, -25))
  const until = addDays(today, dueDaysAhead)
  const list = await getDuePayments(admin, { from: today, to: until, today })
  const [first] = list.filter(({ state }) => state === 'upcoming')
  const day = first?.payDate ?? ''
  const onDay = list.filter(({ payDate, state }) => payDate === day && state === 'upcoming')
  const { due } = (await getToday(admin)).money
  expect(due.days[0]).toMatchObject({
    day,
    payments: onDay.length,
    cents: sumCents(onDay.flatMap(({ interestLeft, principalLeft }) => [interestLeft, principalLeft])),
    first: onDay.slice(0, 3).map(({ noteId, note, n }) => ({ noteId, note, n })),
  })
  expect(saying(await moneyOf(admin), `${onDay.length} payments, due ${formatDayOf(day, today)}`)).toMatchObject([
    { act: 'See', to: `/profile/admin/register/due?from=${day}&to=${day}` },
  ])
})

test('forty payments of one late pay day are one line with their sum, which leads to them selected', async ({
  portal,
  people,
}) => {
  const { admin } = people
  // Days when banks are closed move a payment by up to four days, and it stays late.
  for (let n = 0; n < 5; n++) await givenNote(portal, people, addDays(today, -37))
  const late = (await getDuePayments(admin, { from: today, to: today, today })).filter(
    ({ state }) => state === 'overdue',
  )
  const days = Map.groupBy(late, ({ payDate }) => payDate)
  const [day = '', onDay = []] = [...days].find(([, { length }]) => length >= 5) ?? []
  const sum = formatCents(sumCents(onDay.flatMap(({ interestLeft, late }) => [interestLeft, late])))
  const [line, ...others] = (await moneyOf(admin)).filter(
    ({ says }) => says.startsWith(`${sum} | ${onDay.length} payments, `) && says.includes(' late'),
  )
  expect(others).toEqual([])
  expect(line).toMatchObject({
    says: expect.stringMatching(/ days? late \| Due .*, not recorded/),
    act: 'Record',
    to: `/profile/admin/register/due?from=${day}&to=${day}&select=${day}`,
  })
})

test('of many late pay days the first three have a line each, and one sums up the rest', async ({ portal, people }) => {
  const { admin } = people
  const { id } = await givenNote(portal, people, addDays(today, -250))
  const late = (await getDuePayments(admin, { from: today, to: today, today })).filter(
    ({ state }) => state === 'overdue',
  )
  expect(late.filter(({ noteId }) => noteId === id).length).toBeGreaterThan(4)
  const all = sumCents(late.flatMap(({ interestLeft, principalLeft, late }) => [interestLeft, principalLeft, late]))
  const named = [...Map.groupBy(late, ({ payDate }) => payDate).values()].slice(0, 3).flat()
  const lines = saying(await moneyOf(admin), ' late')
  expect(lines).toHaveLength(4)
  expect(lines[3]).toMatchObject({
    says: expect.stringMatching(
      new RegExp(`${late.length - named.length} more late payments? .*\\${formatCents(all)} late in all`),
    ),
    to: '/profile/admin/register/due',
  })
})

test('a note that matures is told with its choice, before and after it is made', async ({ portal, people }) => {
  const { admin, investor } = people
  const { id, number } = await givenNote(portal, people, addDays(addMonths(today, -12), 30), { payout: 'annually' })
  const [note] = (await getMaturities(admin, { today, days: 60, size: 500 })).notes.filter(note => note.id === id)
  const says = (choice: string) =>
    expect.stringMatching(new RegExp(`^\\$200,000 \\| Iris Vestor · ${number}, matures .* \\| ${choice}`))
  expect(saying(await moneyOf(admin), number)).toMatchObject([{ says: says('No choice yet') }])
  await electAtMaturity(await withFreshProof(portal, investor), id, { choice: 'renew' })
  expect(saying(await moneyOf(admin), number)).toMatchObject([
    {
      says: says('Chosen: Renew all of it'),
      to: `/profile/admin/register/notes/${id}`,
    },
  ])
  expect(note?.choice).toBe(null)
})

test('verifications that end soon and statements to release have a line each', async ({ portal, people }) => {
  const { admin } = people
  const { holderId } = await givenNote(portal, people, addDays(today, -40))
  await portal.owner.query('update accreditations set valid_through = $1 where holder_id = $2', [
    addDays(today, 12),
    holderId,
  ])
  expect(saying(await moneyOf(admin), '1 | Verification ends soon | Iris Vestor on')).toMatchObject([
    { to: expect.stringMatching(/^\/profile\/admin\/accreditation\/[0-9a-f-]{36}$/) },
  ])

  await givenMonthlyNote(portal, people)
  const run = await requestRun(admin, { run: 'statement monthly' })
  await untilPrepared(admin, run)
  expect(saying(await moneyOf(admin), 'to release')).toMatchObject([
    {
      says: expect.stringContaining('Monthly statements to'),
      to: `/profile/admin/statements/${run}`,
    },
  ])
  await requestRelease(admin, run)
  expect(saying(await moneyOf(admin), 'to release')).toEqual([])
  expect(saying(await moneyOf(admin), 'Requested by you')).toMatchObject([
    { says: expect.stringContaining('Needs '), act: 'See', to: '/profile/admin/approvals' },
  ])
})
