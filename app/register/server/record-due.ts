import { formatCents, sumCents } from '../../../rules/money.ts'
import { paymentsRequested } from '../../../rules/notices.ts'
import { countOf } from '../../../rules/number.ts'
import { assertId } from '../../../server/access/ids.ts'
import { performFreely } from '../../../server/access/perform.ts'
import { readAsAdministrator } from '../../../server/access/roles.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { assertPastDay } from '../../ledger/server/assert-day.ts'
import { askForPayment } from '../../notes/server/payments.ts'
import { recordDueCommand } from '../due.commands.ts'
import { mostDueRecorded } from '../register.ts'
import { lateOn, type OpenRow, openOfNotes, withheldOf } from './due-list.ts'

/** What became of the payments; said as a notice where there are any. */
export interface RecordedDue {
  /** Payments that approval was requested for: one for each note. */
  requested: number
  /** What left the bank, in cents. */
  cents: bigint
  /** Notes with refused payments, and why; the others stay requested. */
  refused: { note: string; why: string }[]
  notice?: string
}

/** Not about a note. */
const ofAll = ['FORBIDDEN', 'AWAY']

/**
 * Requests approval of several payments that the fund made on one day, each of all that is due of it. Those of one note are
 * one payment.
 * Tax was withheld as the law asks from holders that were subject to backup withholding on that day, where it `withholds`.
 */
export const requestDuePayments = performFreely(recordDueCommand, async ({ actor, refuse, transact }, _, paid) => {
  const { payment: chosen, reference, withholds } = paid
  if (chosen.length === 0) throw refuse('DUE_NOTHING_SELECTED')
  if (chosen.length > mostDueRecorded) throw refuse('DUE_TOO_MANY')
  const day = assertPastDay(paid.day)
  const wanted = Map.groupBy(chosen, ({ noteId }) => assertId(noteId))
  const [rows] = await readAsAdministrator(actor, openOfNotes([...wanted.keys()], fundDay()))
  const open = Map.groupBy(rows, row => row.noteId)
  const done: RecordedDue = { requested: 0, cents: 0n, refused: [] }
  for (const [noteId, keys] of wanted) {
    const lines = open.get(noteId) ?? []
    try {
      const { interest, principal } = amountsOf(lines, new Set(keys.map(({ n }) => n)), day)
      const [first] = lines
      const withheld = withholds && first ? withheldOf(first.withholding, interest, day) : 0n
      const amount = interest + principal - withheld
      await transact(({ tx }) =>
        askForPayment(tx, actor, noteId, { day, reference, amount, withheld, isOneOfMany: true }),
      )
      done.requested++
      done.cents += amount
    } catch (error) {
      if (!(error instanceof PortalError) || ofAll.includes(error.code)) throw error
      done.refused.push({ note: lines[0]?.note ?? 'A note', why: error.message })
    }
  }
  const notice = paymentsRequested(countOf(done.requested, 'payment'), formatCents(done.cents, true))
  return { ...done, ...(done.requested > 0 && { notice }) }
})

/**
 * A payment settles the oldest line, so that has to be selected.
 * @param open of one note, earliest first
 * @returns the amount due of the selected lines on a day, in cents
 */
function amountsOf(open: readonly OpenRow[], selected: ReadonlySet<number>, day: string) {
  const lines = open.slice(0, selected.size)
  if (open.filter(({ n }) => selected.has(n)).length < selected.size) throw new PortalError('DUE_GONE')
  if (lines.some(({ n }) => !selected.has(n))) throw new PortalError('DUE_EARLIER')
  const amounts = lines.map(row => {
    const { dueDate, payDate, interestLeft, principalLeft } = row
    // Of what isn't due yet, only its interest can be recorded.
    const isAhead = dueDate > day && payDate > day
    return { interest: interestLeft + (isAhead ? 0n : lateOn(row, day)), principal: isAhead ? 0n : principalLeft }
  })
  return {
    interest: sumCents(amounts.map(({ interest }) => interest)),
    principal: sumCents(amounts.map(({ principal }) => principal)),
  }
}
