/** Statements of notes, and the letters to custodians. */
import { type Day, daysInMonth, formatDay, partsOf } from '../../rules/days.ts'

export const runKinds = { statement: 'Statements', custodian_letter: 'Year-end letters to custodians' } as const
export type RunKind = keyof typeof runKinds

/** The states of a run, in words. */
export const runStates = { preparing: 'Being prepared', prepared: 'Ready to release', released: 'Released' } as const
export type RunState = keyof typeof runStates

/**
 * @param start first day of a period
 * @param end last day of it
 * @returns what people call it: 'Sep 2026', 'Jul–Sep 2026', '2026'; with its days where it isn't whole months
 */
export function periodWords(start: Day, end: Day): string {
  const [from, to] = [partsOf(start), partsOf(end)]
  if (from.day > 1 || to.day < daysInMonth(to.year, to.month)) return `${formatDay(start)}–${formatDay(end)}`
  const [first, last] = [start, end].map(day => formatDay(day).slice(0, 3))
  if (from.year < to.year) return `${first} ${from.year}–${last} ${to.year}`
  if (from.month === 1 && to.month === 12) return String(to.year)
  return `${first === last ? '' : `${first}–`}${last} ${to.year}`
}

/** @returns the name of a statement or a letter wherever it is read, such as 'Statement, Jul–Sep 2026' */
export function statementName(of: { kind: RunKind; start: Day; end: Day; corrects?: unknown }): string {
  const { kind, start, end, corrects } = of
  const name = kind === 'statement' ? `Statement, ${periodWords(start, end)}` : `Year-end valuation, ${formatDay(end)}`
  return corrects ? `${name}, corrected` : name
}

/** Statements on a page of the office's. */
export const statementsPerPage = 50

/** Characters of the reason of a correction, at most. */
export const correctionReasonLength = 500

/** Years that a released statement is kept at least. */
export const statementYears = 7

/** Errors by code. */
export const statementMessages = {
  LOAD_STATEMENTS_FAILED: 'We couldn’t load the statements. Please try again.',
  STATEMENTS_FAILED: 'That didn’t work. Please try again.',
  STATEMENT_RUN_EXISTS: 'These statements have been prepared already. They’re in the list.',
  STATEMENT_NOBODY: 'There are no recipients: no holder who gets them had a note in that period.',
  STATEMENT_RUN_STATE: 'These statements have changed since the page was loaded. Review them again.',
  STATEMENT_RUN_OPEN:
    'These statements haven’t been released yet. Prepare them again: everyone who should get one will be among them.',
  STATEMENT_NO_MEMBER: 'No one is authorized for this holder. Add a person first, then prepare the document.',
  STATEMENT_NOT_ITS:
    'There is nothing to prepare: this holder had no note in that period, or has a document that covers it already.',
  STATEMENT_NONE: 'There is nothing to release: no holder had a note in this period.',
  STATEMENT_STALE:
    'The ledger has changed since these statements were prepared. Prepare them again, review them, and submit again.',
  STATEMENT_NOT_RELEASED: 'Only a released statement can be corrected. Prepare this one again instead.',
  STATEMENT_CORRECTED: 'This statement has a correction already. Correct that one.',
  STATEMENT_REASON: 'Say what is corrected, in at most 500 characters.',
} as const
