import { noteSteps } from '../../rules/workflows.ts'
import type { NoteState } from './standing.ts'

/* Sets of a note's states. Their labels: notes/standing.ts; their transitions: workflows.ts. */

/** The note is running, or what is due on it is unpaid: it can be paid off, and usually owes principal. */
export const openStates = noteSteps.payOff.from

/** Its principal may be late. */
export const overdueStates = ['matured', 'defaulted'] as const satisfies NoteState[]

/** Funded and not closed. */
export const outstandingStates = ['funded', ...openStates] as const satisfies NoteState[]

/** Can be renewed, now or once it matures. */
export const renewableStates = [...noteSteps.mature.from, ...noteSteps.renew.from] as const satisfies NoteState[]

/** Closed. */
export const closedStates = ['paid', 'renewed', 'transferred', 'cancelled'] as const satisfies NoteState[]

/** Payments may be recorded: interest that was due is still due, however the note was closed. */
export const payableStates = [...openStates, 'paid', 'renewed', 'transferred'] as const satisfies NoteState[]

/** A part repayment may be recorded: also a returned one on a note that has been paid since. */
export const repayableStates = [...openStates, 'paid'] as const satisfies NoteState[]

/** Funded, in any later state. */
export const issuedStates = ['funded', ...payableStates] as const satisfies NoteState[]

/** Its terms were signed, and it wasn't canceled since. */
export const soldStates = ['signed', ...issuedStates] as const satisfies NoteState[]

/** @returns whether a state is in a set; any text, since rows have text */
export function isIn(states: readonly NoteState[], state: string): boolean {
  return states.some(each => each === state)
}
