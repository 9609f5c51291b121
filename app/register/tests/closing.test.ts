import { expect, test } from 'vitest'
import { addMonths } from '../../../rules/days.ts'
import { sumCents } from '../../../rules/money.ts'
import { expectTies } from '../../../tests/helpers/accountant.ts'
import { type BankShape, type Moved, shapeNames } from '../../../tests/helpers/bank-shapes.ts'
import {
  approvedAsBatch,
  type ClosingFund,
  closePeriod,
  closingPortal,
  givenClosingFund,
  submitSelected,
} from '../../../tests/helpers/closing.ts'
import { slowOf, someOf } from '../../../tests/helpers/lane.ts'
import { givenNote } from '../../../tests/helpers/notes.ts'
import { untilPrepared } from '../../../tests/helpers/statements.ts'
import { furnished, givenForms, payeeAddress } from '../../../tests/helpers/tax.ts'
import { givenToday } from '../../../tests/helpers/today.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getLedger } from '../../ledger/server/get-ledger.ts'
import type { NoteTerms } from '../../notes/schedule.ts'
import { requestReversal } from '../../notes/server/reversals.ts'
import { prepareRun } from '../../statements/server/prepare-run.ts'
import { requestRelease } from '../../statements/server/release-run.ts'
import { startDueRuns } from '../../statements/server/start-runs.ts'
import { lastPeriod, preparedOn } from '../../statements/statement-periods.ts'
import { getPaymentRegister, getPaymentsByHolder } from '../server/payment-register.ts'
import { getRollForward } from '../server/roll-forward.ts'
import { getTieOut } from '../server/tie-out.ts'

/* Two people close the sample fund's books from its bank's exports, as on its pages. */

const slow = slowOf(test)
const someShapes: BankShape[] = ['wellsFargo']

test.each(someOf(someShapes, shapeNames))(
  'a month is closed from a file as a bank exports it: nobody has to choose anything, the bank ties to the books, and each program has them: %s',
  async shape => {
    const { portal, people } = await closingPortal('2025-10-31')
    await using _ = portal
    const fund = await givenClosingFund(portal, people, '2025-10-31')
    const { lines, matched, presses } = await closePeriod(fund, '2025-11-01', shape)
    expect([lines, matched]).toEqual([43, 43])
    // The file, its matches, the statement's balance; and all payments by one total.
    expect(presses).toEqual([3, 1])
  },
)

slow(
  'a quarter is closed month by month from the bank’s OFX files, in as few presses each; its statements follow',
  async () => {
    const { portal, people } = await closingPortal('2025-09-30')
    await using _ = portal
    const fund = await givenClosingFund(portal, people, '2025-09-30')
    for (const first of ['2025-10-01', '2025-11-01', '2025-12-01']) {
      const { lines, matched, presses } = await closePeriod(fund, first, 'ofx1')
      expect([first, lines - matched, presses]).toEqual([first, 0, [3, 1]])
    }
    expect(await statementsReleased(fund, '2025-12-01')).toBeGreaterThanOrEqual(1)
    const { differing, totals } = await getTieOut(people.admin, { on: '2025-12-31', size: 10_000 })
    expect([differing, totals.ledger]).toEqual([0, totals.register])
  },
)

/** The terms of the year's new note: the first row of the specification's oracle. */
const oracle: Omit<NoteTerms, 'issueDate'> = {
  ...{ principalCents: 200_000_00n, rateBp: 1100, termMonths: 12 as const },
  ...{ payout: 'monthly', dayCount: '30/360', convention: 'following' },
}

/** Two people release the statements due after a month. @returns their number */
async function statementsReleased({ portal, people }: ClosingFund, first: string): Promise<number> {
  const day = preparedOn(lastPeriod('monthly', addMonths(first, 1)))
  givenToday(day)
  await startDueRuns(day)
  const { rows } = await portal.owner.query(
    "select id from statement_runs where state <> 'released' order by period_end",
  )
  for (const { id } of rows) {
    // The queue may be preparing it, too.
    await prepareRun({ run: id }, day)
    await untilPrepared(people.admin, id)
    await decideApproval(people.colleague, await requestRelease(people.admin, id), 'approved')
  }
  return rows.length
}

/** A payment of $200,000's interest is returned, and sent again a week later, all in one month. */
async function bounced(fund: ClosingFund, noteId: string, again: readonly Moved[]) {
  const { admin, colleague } = fund.people
  return async (list: string, moved: readonly Moved[]) => {
    await approvedAsBatch(
      fund,
      moved.filter(line => !again.includes(line)),
    )
    const paid = (await getLedger(admin, noteId)).filter(({ kind }) => kind === 'payment').at(-1)
    const back = { why: 'returned', day: again[0]?.day ?? '' }
    await decideApproval(colleague, await requestReversal(admin, paid?.id ?? '', back), 'approved')
    expect(await submitSelected(fund, list)).toMatchObject({ selected: 2, refused: [] })
    await approvedAsBatch(fund, again)
  }
}

slow(
  'a year is closed month by month from files of every shape, with its quarters’ statements: it ties to forms, roll-forward and register',
  async () => {
    const { portal, people } = await closingPortal('2024-12-31')
    await using _ = portal
    const { admin } = people
    const fund = await givenClosingFund(portal, people, '2024-12-31')
    let note = { id: '', number: '', holderId: '' }
    let statements = 0
    for (let month = 0; month < 12; month++) {
      const first = addMonths('2025-01-01', month)
      const more: Moved[] = []
      if (month === 2) {
        // A new note, recorded when its money arrives: the bank's list comes later.
        givenToday('2025-03-05')
        note = await givenNote(portal, people, '2025-03-03')
        const terms = { ...oracle, issueDate: '2025-03-03' }
        fund.notes.push({ number: note.number, payee: 'Iris Vestor', terms })
        more.push({ day: '2025-03-03', cents: 200_000_00n, kind: 'wire', payee: 'Iris Vestor' })
      }
      const about = { payee: 'Iris Vestor', note: note.number }
      const again: Moved[] = [
        { day: '2025-05-08', cents: 1_833_33n, kind: 'return', ...about },
        { day: '2025-05-13', cents: -1_833_33n, kind: 'ach', ...about },
      ]
      if (month === 4) more.push(...again)
      const between = month === 4 ? await bounced(fund, note.id, again) : undefined
      const shape = shapeNames[month % shapeNames.length] ?? 'chase'
      const { lines, matched } = await closePeriod(fund, first, shape, { more, ...(between && { between }) })
      // A returned payment's return and second attempt stay unmatched until the return is recorded.
      expect([shape, lines - matched]).toEqual([shape, month === 4 ? 2 : 0])
      if (month % 3 === 2) statements += await statementsReleased(fund, first)
    }
    expect(statements).toBeGreaterThanOrEqual(4)

    givenToday('2026-01-06')
    expect(await expectTies(admin)).toContain(2025)
    const { differing, totals: tied } = await getTieOut(admin, { on: '2025-12-31', size: 10_000 })
    expect([differing, tied.ledger]).toEqual([0, tied.register])
    const { months } = await getRollForward(admin, { year: 2025 })
    expect(months.map(({ closing, ledger }) => closing - ledger)).toEqual(Array(12).fill(0n))

    await portal.owner.query('update holders set address_lines = $1 where address_lines is null', [payeeAddress])
    const run = await givenForms(admin, 2025)
    await furnished(people, run)
    const { rows } = await portal.owner.query(
      'select coalesce(sum(interest_cents), 0)::text as sum from tax_returns where year = 2025 and document_id is not null',
    )
    const { holders } = await getPaymentsByHolder(admin, { year: 2025, size: 10_000 })
    const exempt = sumCents(holders.flatMap(({ exempt, interest }) => (exempt ? [interest] : [])))
    const { totals } = await getPaymentRegister(admin, { year: 2025, size: 10_000 })
    expect(exempt).toBeGreaterThan(0n)
    expect(totals.all.interest).toBe(BigInt(rows[0].sum) + exempt)
  },
)
