import { bookkeeping } from '../../content/bookkeeping.ts'
import { csvLine } from '../../rules/csv.ts'
import { isJournalFormat } from '../../rules/journal.ts'
import { interestExpense } from '../../rules/ledger-accounts.ts'
import { addDays } from '../../rules/notes/days.ts'
import { decimalCents, sumCents } from '../../rules/notes/money.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import { inOneBatch } from '../audit/export-rows.ts'
import { requireFreshProof } from '../identity/fresh-proof.ts'
import { assertPastDay } from '../ledger/assert-day.ts'
import { journalArchive } from '../ledger/journal/journal-archive.ts'
import type { Voucher } from '../ledger/journal/journal-formats.ts'
import { PortalError } from '../platform/portal-error.ts'
import { getRegister, type RegisterNote } from './register-list.ts'

/** A note on which interest had accrued; cents. */
export type AccruedNote = RegisterNote & { accrued: bigint }

/** Notes read at a time. */
const notesAtOnce = 500

/**
 * @param on 'YYYY-MM-DD', today at the latest
 * @returns the notes on which interest had accrued that wasn't due at the end of a day, as the register has it, with the sum
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOTE_DAY_INVALID, NOTE_DAY_AHEAD
 */
export async function getAccrual(actor: Actor, on: string): Promise<{ notes: AccruedNote[]; sum: bigint }> {
  requireAdministrator(actor)
  const day = assertPastDay(on)
  const notes: AccruedNote[] = []
  for (let page = 0; ; page++) {
    const read = (await getRegister(actor, { on: day, show: 'outstanding', page, size: notesAtOnce })).notes
    notes.push(...read.flatMap(note => (note.accrued ? [{ ...note, accrued: note.accrued }] : [])))
    if (read.length < notesAtOnce) break
  }
  return { notes, sum: sumCents(notes.map(({ accrued }) => accrued)) }
}

/**
 * @param accrued cents
 * @returns the entry that books accrued interest at the end of a day, and the one that reverses it on the next, on which
 *   the interest that falls due is booked as a whole again
 */
export function accrualVouchers(on: string, accrued: bigint): Voucher[] {
  const next = addDays(on, 1)
  const lines = (debit: bigint, credit: bigint): Voucher['lines'] => [
    { account: interestExpense, debit, credit },
    { account: 'accrued', debit: credit, credit: debit },
  ]
  const number = (letter: string, day: string) => `${bookkeeping.journalPrefix}${letter}${day.replaceAll('-', '')}`
  return [
    { number: number('A', on), day: on, words: `Interest accrued on notes to ${on}`, lines: lines(accrued, 0n) },
    { number: number('R', next), day: next, words: `Reversal of interest accrued to ${on}`, lines: lines(0n, accrued) },
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
): Promise<{ name: string; archive: ReadableStream<Uint8Array> }> {
  requireAdministrator(actor)
  await requireFreshProof(actor)
  if (!isJournalFormat(format)) throw new PortalError('JOURNAL_FORMAT')
  const { notes, sum } = await getAccrual(actor, on)
  if (sum === 0n) throw new PortalError('ACCRUAL_NONE')
  await asAdministrator(actor, tx =>
    audit(tx, actor, 'register.exported', actor.id, {
      file: 'accrual',
      format,
      on,
      notes: notes.length,
      cents: String(sum),
    }),
  )
  const also = [{ name: 'Accrued-by-note.csv', text: byNote(notes) }]
  return {
    name: `accrual-${format}-${on}`,
    archive: journalArchive(format, inOneBatch(accrualVouchers(on, sum)), also),
  }
}

function byNote(notes: readonly AccruedNote[]): string {
  const sum = (part: 'principal' | 'accrued') => decimalCents(sumCents(notes.map(note => note[part])))
  return [
    ['Note', 'Holder', 'Principal', 'Accrued'],
    ...notes.map(({ number, holderNumber, principal, accrued }) => [
      ...[number, holderNumber, decimalCents(principal), decimalCents(accrued)],
    ]),
    ['All', '', sum('principal'), sum('accrued')],
  ]
    .map(csvLine)
    .join('')
}
