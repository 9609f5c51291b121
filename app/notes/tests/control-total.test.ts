import { expect } from 'vitest'
import { formatCents, sumCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { bankFile } from '../../../tests/helpers/bank-file.ts'
import { givenNote } from '../../../tests/helpers/notes.ts'
import { type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { givenToday } from '../../../tests/helpers/today.ts'
import { approveBatch } from '../../approvals/server/approve-batch.ts'
import { addBankList } from '../../bank/server/bank-lines.ts'
import { adminPages } from '../../shell/office/admin-pages.ts'
import { requestPayment } from '../server/payments.ts'
import { requestPayoff } from '../server/payoff.ts'

const test = testOnPortal({}, true)

async function textOf(portal: SharedPortal, address: string, reader: Actor): Promise<string> {
  const answer = await portal.fetch(address, { cookie: await portal.sessionOf(reader) })
  expect(answer.status, address).toBe(200)
  return (await answer.text()).replaceAll('<!-- -->', '')
}

/** Addresses of the office's lists. A decider compares with the batch page. */
const lists = adminPages.flatMap(({ path }) =>
  path.includes(':') || path === 'approvals/together' ? [] : [`/profile/admin/${path}`],
)

/** @returns a sum as pages and files write it */
const written = (cents: bigint) => new RegExp(formatCents(cents, true).slice(1).replace(',', ',?').replace('.', '\\.?'))

test('no page has the sum of what waits before somebody has typed it from the bank’s page, and a wrong one gives nothing away', async ({
  portal,
  people,
  approver,
}) => {
  const { admin, colleague } = people
  const ids: string[] = []
  for (const amount of [1_000_01n, 1_200_02n, 1_300_03n]) {
    const note = await givenNote(portal, people, '2026-06-15')
    ids.push(await requestPayment(admin, note.id, { day: '2026-07-15', amount, reference: `ACH ${amount}` }))
  }
  const list = await addBankList(admin, bankFile('July.csv', 'Date,Amount,Description\n2026-07-15,-1833.33,ACH 1\n'))
  const pages: [string, Actor[]][] = [
    ['/profile/admin/approvals', [approver, colleague]],
    ['/profile/admin/approvals/together?kind=payment.record', [approver, colleague]],
    ['/profile/admin/today', [colleague]],
    [`/profile/admin/register/bank?list=${list}`, [colleague]],
  ]
  for (const [address, readers] of pages)
    for (const reader of readers)
      expect(await textOf(portal, address, reader), address).not.toMatch(/3,?500\.06|350006/)

  const wrong = await approveBatch(colleague, { kind: 'payment.record', id: ids, total: '3,600.06' }).catch(
    error => error,
  )
  expect(wrong).toMatchObject({ code: 'CONTROL_TOTAL', message: expect.stringContaining('line by line') })
  expect(wrong.message).not.toMatch(/3,?500|100\.00|more than|less than/)
  expect(await approveBatch(colleague, { kind: 'payment.record', id: ids, total: '3,500.06' })).toMatchObject({
    count: 3,
  })
})

test('a payday with every payment pending approval adds up on no page: the due list, its days and the forecast count them', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  givenToday('2026-07-16')
  const paid: bigint[] = []
  // By days of the calendar, so that the next payday has another sum.
  const terms = { dayCount: 'actual/365' } as const
  for (const principalCents of [200_000_00n, 207_000_00n, 219_000_00n]) {
    const note = await givenNote(portal, people, '2026-06-15', { ...terms, principalCents })
    const amount = (principalCents * 11n * 30n + 18_250n) / 36_500n
    paid.push(amount)
    await requestPayment(admin, note.id, { day: '2026-07-15', amount, reference: `ACH ${note.number}` })
  }
  const paidOff: bigint[] = []
  for (const principalCents of [211_000_00n, 223_000_00n]) {
    const note = await givenNote(portal, people, '2026-06-10', { ...terms, principalCents })
    await requestPayoff(admin, note.id, { day: '2026-07-15', reference: `WIRE ${note.number}`, reason: 'Sold' })
    paidOff.push((principalCents * 11n * 30n + 18_250n) / 36_500n)
  }
  // The books know everything due as one sum, which isn't the payday's.
  await givenNote(portal, people, '2026-05-20', terms)

  const due = '/profile/admin/register/due'
  const addresses = [
    ...lists,
    `${due}?from=2026-07-10&to=2026-07-15`,
    '/profile/admin/register/forecast?by=week',
    '/profile/register/due.csv?from=2026-07-10&to=2026-07-15',
    '/profile/register/forecast.csv',
    '/profile/admin/approvals/together?kind=payment.record',
    '/profile/admin/approvals/together?kind=note.payoff',
  ]
  const sums = [paid, paidOff].map(cents => written(sumCents(cents)))
  for (const address of addresses) {
    const text = await textOf(portal, address, colleague)
    for (const sum of sums) expect(text, address).not.toMatch(sum)
  }
  // What each pays for is said beside it.
  const batch = await textOf(portal, '/profile/admin/approvals/together?kind=payment.record', colleague)
  expect(batch.match(/<li>Parts: interest due on Jul 15, 2026 /g)).toHaveLength(3)
  expect(batch).toMatch(/href="\/profile\/admin\/approvals#request-[0-9a-f-]{36}"/)
  expect(batch).not.toMatch(/<details[^>]* open=""/)
  const payoffs = await textOf(portal, '/profile/admin/approvals/together?kind=note.payoff', colleague)
  expect(payoffs).toContain('Parts: principal $211,000.00; interest due on Jul 10, 2026 $')
  const text = await textOf(portal, `${due}?from=2026-07-10&to=2026-07-15`, colleague)
  expect(text).toMatch(/2 payments pending approval[\s\S]*3 payments pending approval/)
  expect(text).toMatch(/Pending approval<[\s\S]{0,40}>5</)
  expect(await textOf(portal, '/profile/admin/register/forecast', colleague)).toContain(
    'without payments pending approval',
  )
})
