import type { Holdings } from '../../holdings/server/holdings.ts'
import type { OwnNote } from '../../holdings/server/note-facts.ts'
import { closedStates, isIn } from '../../notes/note-states.ts'

/** A note with a pending choice about its maturity, or a renewal that needs a verification. */
export type EndingNote = Pick<
  OwnNote,
  | 'id'
  | 'number'
  | 'outstandingCents'
  | 'maturityDate'
  | 'electionCloses'
  | 'election'
  | 'pendingElection'
  | 'renewal'
  | 'pendingStep'
> & { holder: { id: string } }

/** What a member's home says of their notes; the Notes tab has the rest. */
export interface Held
  extends Pick<
    Holdings,
    'today' | 'next' | 'sent' | 'late' | 'investedCents' | 'interestPaidCents' | 'interestPaidThisYearCents'
  > {
  /** The number of current notes, and of signed notes without their money yet. */
  running: number
  signed: number
  /** The day on which the last one ended; undefined while there is another, or where there was none. */
  endedOn: string | undefined
  ending: EndingNote[]
  /** Holders that are frozen. */
  frozen: { id: string; name: string }[]
}

/** @returns of what a member holds, what their home shows, so that no page carries the schedules of all notes */
export function toHeld(holdings: Holdings): Held {
  const { today, next, sent, late, investedCents, interestPaidCents, interestPaidThisYearCents, holders, notes } =
    holdings
  const open = notes.filter(({ state }) => !isIn(closedStates, state))
  const signed = open.filter(({ state }) => state === 'signed').length
  // What was canceled never ran.
  const ended = notes.flatMap(({ state, closedOn }) => (closedOn && state !== 'cancelled' ? closedOn : [])).sort()
  return {
    ...{ today, next, sent, late, investedCents, interestPaidCents, interestPaidThisYearCents },
    ...{ running: open.length - signed, signed },
    endedOn: open.length === 0 ? ended.at(-1) : undefined,
    ending: notes.filter(({ pendingStep }) => pendingStep).map(toEnding),
    frozen: holders.filter(({ isFrozen }) => isFrozen).map(({ id, name }) => ({ id, name })),
  }
}

function toEnding(note: OwnNote): EndingNote {
  const { id, number, outstandingCents, maturityDate, electionCloses, election, pendingElection, renewal } = note
  const { pendingStep, holder } = note
  return {
    ...{ id, number, outstandingCents, maturityDate, electionCloses, election, pendingElection, renewal, pendingStep },
    holder: { id: holder.id },
  }
}
