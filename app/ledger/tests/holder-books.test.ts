import { expect } from 'vitest'
import { addDays, addMonths } from '../../../rules/days.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenNote, givenPayment } from '../../../tests/helpers/notes.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { givenToday } from '../../../tests/helpers/today.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { requestPayoff } from '../../notes/server/payoff.ts'
import { requestReversal } from '../../notes/server/reversals.ts'
import { getLedger } from '../server/get-ledger.ts'
import { ledgerHead, readHolderBooks } from '../server/holder-books.ts'

test('interest belongs to the year in which it was paid, also where its period was closed when it was recorded', async ({
  portal,
  people,
}) => {
  const note = await givenNote(portal, people, '2025-11-17')
  await portal.owner.query("insert into statement_periods (holder_id, period_end) values ($1, '2025-12-31')", [
    note.holderId,
  ])
  await givenPayment(people, note.id, { day: '2025-12-17', amount: 1_833_33n })
  await givenPayment(people, note.id, { day: '2026-01-20', amount: 1_833_33n })
  const paidIn = (start: string, end: string, withLater: boolean) =>
    actAs(people.admin, async tx => {
      const question = { holderId: note.holderId, start, end, head: await ledgerHead(tx), withLater }
      return (await readHolderBooks(tx, question)).paidThisYear
    })
  // The correction of 2025 includes its later entries.
  expect(await paidIn('2025-01-01', '2025-12-31', false)).toBe(0n)
  expect(await paidIn('2025-01-01', '2025-12-31', true)).toBe(1_833_33n)
  expect(await paidIn('2026-01-01', '2026-12-31', false)).toBe(1_833_33n)
})

test('interest that was due with a payoff only isn’t counted as paid once the payoff is reversed', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  givenToday('2026-11-20')
  const today = fundDay()
  const note = await givenNote(portal, people, addDays(addMonths(today, -1), -5))
  const payoff = { day: today, reference: 'WIRE 9', reason: 'Early redemption' }
  await decideApproval(colleague, await requestPayoff(admin, note.id, payoff), 'approved')
  const principal = (await getLedger(admin, note.id)).find(({ kind }) => kind === 'principal')
  const booksToday = () =>
    actAs(admin, async tx => {
      const period = { holderId: note.holderId, start: today, end: today, withLater: false }
      return readHolderBooks(tx, { ...period, head: await ledgerHead(tx) })
    })
  expect((await booksToday()).paidThisYear).toBeGreaterThan(1_833_33n)
  const mistake = { why: 'mistake', day: today }
  await decideApproval(colleague, await requestReversal(admin, principal?.id ?? '', mistake), 'approved')
  const books = await booksToday()
  expect(books.paidThisYear).toBe(0n)
  expect(books.closing).toEqual({ principal: 200_000_00n, interest: 1_833_33n })
})
