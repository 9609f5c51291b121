import { noteSettings } from '../../../../content/notes.ts'
import { tiers } from '../../../../content/tiers.ts'
import { type Cents, formatCents, sumCents } from '../../../../rules/money.ts'
import { renewalTerms } from '../../../notes/renewal.ts'
import { type NoteTerms, type ScheduleLine, scheduleOf } from '../../../notes/schedule.ts'
import type { OwnElection, OwnNote } from '../../server/note-facts.ts'
import type { NotePageData } from '../../server/note-page.ts'

/** A note, and the parts of its agreement that a renewal inherits. */
export type Maturing = Pick<NotePageData, 'note' | 'agreement' | 'today'>

/** The note that would follow, and all of its payments. */
export interface Future {
  terms: NoteTerms
  /** At least one. */
  lines: readonly ScheduleLine[]
  first: ScheduleLine
  last: ScheduleLine
  /** Interest over the whole term. */
  interestCents: Cents
}

/** The minimum of a renewal, in cents. */
export const leastRenewal: Cents = BigInt(noteSettings.minimumRenewal) * 100n

/** @returns the note that would follow, computed like the register's */
export function futureOf(
  { note, agreement: { dayCount, convention } }: Maturing,
  principalCents: Cents,
  termMonths: NoteTerms['termMonths'],
): Future | undefined {
  const { payout, rateBp, maturityDate } = note
  if (!maturityDate) return undefined
  const terms = renewalTerms({ payout, dayCount, convention, rateBp, maturityDate }, principalCents, termMonths, tiers)
  const lines = scheduleOf(terms)
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return undefined
  return { terms, lines, first, last, interestCents: sumCents(lines.map(line => line.interestCents)) }
}

/** @returns the note that a choice leads to; undefined if everything is paid out */
export function chosenFuture(
  maturing: Maturing,
  { choice, renewCents, newTermMonths }: OwnElection,
): Future | undefined {
  if (choice === 'withdraw') return undefined
  const { note } = maturing
  return futureOf(maturing, renewCents ?? note.outstandingCents, newTermMonths ?? note.termMonths)
}

/** @returns a note's last payment, with its principal; undefined before it has a schedule */
export function lastPayment({ payments }: OwnNote) {
  return payments.at(-1)
}

/** @returns an amount in the form people type, such as '200,000' */
export function asTyped(cents: Cents): string {
  return formatCents(cents).slice(1)
}
