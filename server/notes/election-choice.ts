import { noteSettings } from '../../content/notes.ts'
import { type ElectionChoice, electionChoices } from '../../rules/note-records.ts'
import { maturityWindow } from '../../rules/notes/maturity.ts'
import { termMonths } from '../../rules/notes/terms.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { maturityDaysOf } from './frozen-days.ts'
import type { NoteRow } from './note-row.ts'

/** What a note's holder wants at maturity. */
export interface Choice {
  /** A key of `electionChoices`. */
  choice: string
  /** With `renew_part`: how much, in cents; the rest is paid out. */
  renewCents?: bigint | undefined
  /** With `other_term`. */
  newTermMonths?: number | undefined
}

/** @throws PortalError ELECTION_NOT_OPEN, ELECTION_CLOSED, where nothing can be chosen for a note's maturity, late or not */
export function assertElectable({ state, maturity_date, maturity_days }: NoteRow): void {
  if (state !== 'current' || !maturity_date)
    throw new PortalError(state === 'matured' ? 'ELECTION_CLOSED' : 'ELECTION_NOT_OPEN')
  const today = fundDay()
  const { notice } = maturityWindow(maturity_date, maturityDaysOf(maturity_days))
  if (today < notice) throw new PortalError('ELECTION_NOT_OPEN')
  if (today >= maturity_date) throw new PortalError('ELECTION_CLOSED')
}

/**
 * @param principal what falls due at maturity, in cents
 * @returns the choice as it is kept
 * @throws PortalError ELECTION_CHOICE, ELECTION_SMALL, ELECTION_AMOUNT, ELECTION_TERM
 */
export function readChoice(note: NoteRow, principal: bigint, { choice, renewCents, newTermMonths }: Choice) {
  if (!Object.hasOwn(electionChoices, choice)) throw new PortalError('ELECTION_CHOICE')
  const part = choice === 'renew_part'
  const least = BigInt(noteSettings.minimumRenewal) * 100n
  // Refused now: at maturity it would be too late to choose something else.
  if (choice !== 'withdraw' && principal < least) throw new PortalError('ELECTION_SMALL')
  if (part && (renewCents === undefined || renewCents < least || renewCents >= principal))
    throw new PortalError('ELECTION_AMOUNT')
  const term = termMonths.find(months => months === newTermMonths && months !== note.term_months)
  if (choice === 'other_term' && !term) throw new PortalError('ELECTION_TERM')
  return {
    choice: choice as ElectionChoice,
    renew_cents: part ? (renewCents ?? null) : null,
    new_term_months: choice === 'other_term' ? (term ?? null) : null,
  }
}
