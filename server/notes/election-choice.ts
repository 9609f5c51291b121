import { noteSettings } from '../../content/notes.ts'
import type { ValuesOf } from '../../rules/commands/command.ts'
import { type ElectionChoice, electionChoices } from '../../rules/note-records.ts'
import type { electAtMaturityCommand } from '../../rules/notes/election.commands.ts'
import { maturityWindow } from '../../rules/notes/maturity.ts'
import { parseCents } from '../../rules/notes/money.ts'
import { termMonths } from '../../rules/notes/terms.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { maturityDaysOf } from './frozen-days.ts'
import type { NoteRow } from './note-row.ts'

/** @throws PortalError ELECTION_NOT_OPEN, ELECTION_CLOSED where no election is possible, not even a late one */
export function assertElectable({ state, maturity_date, maturity_days }: NoteRow): void {
  if (state !== 'current' || !maturity_date)
    throw new PortalError(state === 'matured' ? 'ELECTION_CLOSED' : 'ELECTION_NOT_OPEN')
  const today = fundDay()
  const { notice } = maturityWindow(maturity_date, maturityDaysOf(maturity_days))
  if (today < notice) throw new PortalError('ELECTION_NOT_OPEN')
  if (today >= maturity_date) throw new PortalError('ELECTION_CLOSED')
}

type Choice = ValuesOf<typeof electAtMaturityCommand>

/**
 * @param principal due at maturity, in cents
 * @returns the choice's columns
 * @throws PortalError ELECTION_CHOICE, ELECTION_SMALL, ELECTION_AMOUNT, ELECTION_TERM
 */
export function readChoice(note: NoteRow, principal: bigint, { choice, amount, term }: Choice) {
  if (!Object.hasOwn(electionChoices, choice)) throw new PortalError('ELECTION_CHOICE')
  const least = BigInt(noteSettings.minimumRenewal) * 100n
  // Refused now, since at maturity no other choice is possible.
  if (choice !== 'withdraw' && principal < least) throw new PortalError('ELECTION_SMALL')
  const renewCents = choice === 'renew_part' ? (parseCents(amount) ?? 0n) : null
  if (renewCents !== null && (renewCents < least || renewCents >= principal)) throw new PortalError('ELECTION_AMOUNT')
  const newTerm = termMonths.find(months => String(months) === term && months !== note.term_months)
  if (choice === 'other_term' && !newTerm) throw new PortalError('ELECTION_TERM')
  return {
    choice: choice as ElectionChoice,
    renew_cents: renewCents,
    new_term_months: choice === 'other_term' ? (newTerm ?? null) : null,
  }
}
