import { sql } from 'kysely'
import { bookkeeping } from '../../../content/bookkeeping.ts'
import { csvText } from '../../../rules/csv.ts'
import { addDays } from '../../../rules/days.ts'
import { decimalCents, divideHalfUp, sumCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { asAdministrator, requireAdministrator } from '../../../server/access/roles.ts'
import { unprepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { type MadeFile, madeFile } from '../../../server/http/made-file.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { inOneBatch } from '../../audit/server/export-rows.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { isJournalFormat } from '../../ledger/journal.ts'
import { accruedInterest, interestExpense, interestPayable } from '../../ledger/ledger-accounts.ts'
import { assertPastDay } from '../../ledger/server/assert-day.ts'
import { journalArchive } from '../../ledger/server/journal/journal-archive.ts'
import type { Voucher } from '../../ledger/server/journal/journal-formats.ts'
import { countDays } from '../../notes/interest.ts'
import type { NoteTerms } from '../../notes/schedule.ts'
import type { NoteState } from '../../notes/standing.ts'
import { principalOn } from './on-a-day.ts'
import { getRegister, type RegisterNote } from './register-list.ts'

/** A note with the interest that belongs to the days before its due date; cents. */
export interface AccruedNote extends Pick<RegisterNote, 'id' | 'number' | 'holder' | 'holderNumber' | 'principal'> {
  accrued: bigint
  /** Of it, what had been paid before it was due. */
  paidAhead: bigint
}

/** What the entry of an accrual has of all notes; cents. */
export interface Accrual {
  sum: bigint
  paidAhead: bigint
}

/** Notes read at a time. */
const notesAtOnce = 500

/**
 * @param on 'YYYY-MM-DD', today at the latest
 * @returns the notes on which interest had accrued that wasn't due at the end of a day, paid or not, with the sums
 */
export async function getAccrual(actor: Actor, on: string): Promise<Accrual & { notes: AccruedNote[] }> {
  requireAdministrator(actor)
  const day = assertPastDay(on)
  const notes = (await readWithoutPrincipal(actor, day)).map(row => withoutPrincipal(row, day))
  for (let page = 0; ; page++) {
    const read = (await getRegister(actor, { on: day, show: 'outstanding', page, size: notesAtOnce })).notes
    notes.push(...read.filter(({ principal }) => principal !== 0n).map(accrualOf))
    if (read.length < notesAtOnce) break
  }
  const accruing = notes
    .filter(({ accrued }) => accrued > 0n)
    .toSorted((one, other) => one.number.localeCompare(other.number, 'en'))
  const sumOf = (part: 'accrued' | 'paidAhead') => sumCents(accruing.map(note => note[part]))
  return { notes: accruing, sum: sumOf('accrued'), paidAhead: sumOf('paidAhead') }
}

function accrualOf({ unpaid, accrued, lateInterest, ...note }: RegisterNote): AccruedNote {
  const { id, number, holder, holderNumber, principal } = note
  return { id, number, holder, holderNumber, principal, ...ofAccrued((accrued ?? 0n) + lateInterest, unpaid) }
}

/** @param unpaid interest that was due and unpaid, below zero for what was paid ahead */
function ofAccrued(accrued: bigint, unpaid: bigint): Pick<AccruedNote, 'accrued' | 'paidAhead'> {
  const ahead = unpaid < 0n ? -unpaid : 0n
  return { accrued, paidAhead: accrued < ahead ? accrued : ahead }
}

interface WithoutPrincipal extends Pick<RegisterNote, 'id' | 'number' | 'holder' | 'holderNumber'> {
  dayCount: NoteTerms['dayCount']
  state: NoteState
  start: string
  days: number
  interest: bigint
  unpaid: bigint
}

/**
 * Interest belongs to the days in which it was earned, whenever it is paid, and to the holder who gets it. So does that of a
 * note without principal whose last interest isn't due yet, paid or not: one that was repaid before its last due date, as
 * some business-day conventions have it, and one that was transferred after its interest had been paid ahead. By the register
 * nothing accrues on them, and the ledger has the interest as due only on its date.
 */
async function readWithoutPrincipal(actor: Actor, on: string): Promise<WithoutPrincipal[]> {
  const rows = unprepared<WithoutPrincipal>(
    () => sql<WithoutPrincipal>`select n.id, n.number, h.legal_name as holder, h.number as "holderNumber",
        n.day_count as "dayCount", n.state, s.start_date as start, s.days, s.interest_cents::numeric as interest,
        b.interest_cents::numeric as unpaid
      from schedule_lines s join notes n on n.id = s.note_id and n.version = s.version join holders h on h.id = n.holder_id
        ${principalOn(on)}, app.note_balance(n.id, ${on}::date) b
      where s.start_date <= ${on}::date and s.due_date > ${on}::date and s.interest_cents > 0 and p.principal = 0`,
  )
  return (await readAs(actor, rows))[0]
}

/**
 * The interest of a note that was repaid is that of its whole last period; of one that was transferred, it continues to
 * accrue.
 */
function withoutPrincipal(row: WithoutPrincipal, on: string): AccruedNote {
  const { id, number, holder, holderNumber, start, dayCount, interest, unpaid } = row
  const days = Math.min(countDays(start, on, dayCount), row.days)
  const accrued = row.state === 'transferred' ? divideHalfUp(interest * BigInt(days), BigInt(row.days)) : interest
  return { id, number, holder, holderNumber, principal: 0n, ...ofAccrued(accrued, unpaid) }
}

/**
 * What was paid ahead isn't payable any more: it is credited where its payment was debited.
 * @returns the entry that books accrued interest at the end of a day, and the one that reverses it on the next, on which
 *   the interest that falls due is booked as a whole again
 */
export function accrualVouchers(on: string, { sum, paidAhead }: Accrual): Voucher[] {
  const next = addDays(on, 1)
  const credited = [
    { account: accruedInterest, cents: sum - paidAhead },
    { account: interestPayable, cents: paidAhead },
  ] as const
  const booked: Voucher['lines'] = [
    { account: interestExpense, debit: sum, credit: 0n },
    ...credited.filter(({ cents }) => cents > 0n).map(({ account, cents }) => ({ account, debit: 0n, credit: cents })),
  ]
  const reversed = booked.map(({ account, debit, credit }) => ({ account, debit: credit, credit: debit }))
  const number = (letter: string, day: string) => `${bookkeeping.journalPrefix}${letter}${day.replaceAll('-', '')}`
  return [
    { number: number('A', on), day: on, words: `Interest accrued on notes to ${on}`, lines: booked },
    { number: number('R', next), day: next, words: `Reversal of interest accrued to ${on}`, lines: reversed },
  ]
}

/**
 * @param format of `journalFormats`
 * @returns the archive (ZIP) of the accrual at the end of a day and its reversal, with the accrued interest of each note
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED; NOTE_DAY_INVALID, NOTE_DAY_AHEAD;
 *   JOURNAL_FORMAT; ACCRUAL_NONE
 */
export async function downloadAccrual(
  actor: Actor,
  { on, format }: { on: string; format: string },
): Promise<{ name: string; archive: MadeFile<ReadableStream<Uint8Array>> }> {
  requireAdministrator(actor)
  await requireFreshProof(actor)
  if (!isJournalFormat(format)) throw new PortalError('JOURNAL_FORMAT')
  const { notes, ...accrual } = await getAccrual(actor, on)
  if (accrual.sum === 0n) throw new PortalError('ACCRUAL_NONE')
  await asAdministrator(actor, tx =>
    audit(tx, actor, 'register.exported', actor.id, {
      file: 'accrual',
      format,
      on,
      notes: notes.length,
      cents: String(accrual.sum),
    }),
  )
  const also = [{ name: 'Accrued-by-note.csv', text: byNote(notes) }]
  const archive = journalArchive(format, inOneBatch(accrualVouchers(on, accrual)), also)
  return {
    name: `accrual-${format}-${on}`,
    archive: madeFile({ proof: 'fresh', entry: 'register.exported' }, archive),
  }
}

function byNote(notes: readonly AccruedNote[]): string {
  const sum = (part: 'principal' | 'accrued' | 'paidAhead') => decimalCents(sumCents(notes.map(note => note[part])))
  return csvText([
    [
      ...['Note', 'Holder', 'Holder name', 'Debit account', 'Credit account', 'Credit account of what was paid ahead'],
      ...['Principal', 'Paid ahead', 'Accrued'],
    ],
    ...notes.map(({ number, holder, holderNumber, principal, paidAhead, accrued }) => [
      ...[number, holderNumber, holder, interestExpense, accruedInterest, paidAhead > 0n ? interestPayable : null],
      ...[decimalCents(principal), decimalCents(paidAhead), decimalCents(accrued)],
    ]),
    ['All', '', '', '', '', '', sum('principal'), sum('paidAhead'), sum('accrued')],
  ])
}
