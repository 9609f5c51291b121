import type { NoteState } from './notes/standing.ts'
import { noteSteps } from './workflows.ts'

/* The sets of a note's states. What each state is called: notes/standing.ts; which follows which: workflows.ts. */

/** The note runs, or what is due of it is still to be paid: it can be paid off, and owes principal as a rule. */
export const openStates = noteSteps.payOff.from

/** Its principal may be late. */
export const overdueStates = ['matured', 'defaulted'] as const satisfies NoteState[]

/** Its money has arrived, and it isn't closed. */
export const outstandingStates = ['funded', ...openStates] as const satisfies NoteState[]

/** It can be renewed, now or once it matures. */
export const renewableStates = [...noteSteps.mature.from, ...noteSteps.renew.from] as const satisfies NoteState[]

/** It has come to its end. */
export const closedStates = ['paid', 'renewed', 'transferred', 'cancelled'] as const satisfies NoteState[]

/** Payments on it may be recorded: interest that was due stays due, however the note was closed. */
export const payableStates = [...openStates, 'paid', 'renewed', 'transferred'] as const satisfies NoteState[]

/** The repayment of a part may be recorded: also one that came back, where the note has been paid since. */
export const repayableStates = [...openStates, 'paid'] as const satisfies NoteState[]

/** Its money has arrived, however it goes on. */
export const issuedStates = ['funded', ...payableStates] as const satisfies NoteState[]

/** Its terms were signed, and it wasn't canceled since. */
export const soldStates = ['signed', ...issuedStates] as const satisfies NoteState[]

/** @returns whether a state is one of a set; any text, since rows come as text */
export function isIn(states: readonly NoteState[], state: string): boolean {
  return states.some(each => each === state)
}
