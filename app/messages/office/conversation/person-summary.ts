import { formatRate, sumCents } from '../../../../rules/money.ts'
import type { Holdings } from '../../../holdings/server/holdings.ts'
import { closedStates, isIn } from '../../../notes/note-states.ts'

/** A holder's figures, beside a conversation with one of its members. */
export interface HeldInName {
  id: string
  name: string
  isFrozen: boolean
  /** Outstanding, in cents, in how many notes, and at which rates, such as '12%, 14%'. */
  cents: bigint
  notes: number
  rates: string
  /** Until when it is verified for any sale; null where it isn't. */
  verifiedThrough: string | null
}

/** What the writer of a conversation holds. Days are 'YYYY-MM-DD', amounts cents. */
export interface PersonSummary {
  holders: HeldInName[]
  next: { day: string; cents: bigint } | null
  late: { since: string; cents: bigint } | null
}

/** @returns the person's overview in a few lines; undefined for people who act for no holder */
export function toPersonSummary(holdings: Holdings | undefined): PersonSummary | undefined {
  if (!holdings) return undefined
  const { holders, notes, next, late, today } = holdings
  const since = late.map(({ payDate }) => payDate).sort()[0]
  return {
    holders: holders.map(({ id, name, isFrozen, accreditedThrough }) => {
      const open = notes.filter(({ holder, state }) => holder.id === id && !isIn(closedStates, state))
      const rates = new Set(open.map(({ rateBp }) => rateBp).sort((one, other) => one - other))
      return {
        ...{ id, name, isFrozen },
        cents: sumCents(open.map(({ outstandingCents }) => outstandingCents)),
        notes: open.length,
        rates: [...rates].map(rate => formatRate(rate)).join(', '),
        verifiedThrough: accreditedThrough && accreditedThrough >= today ? accreditedThrough : null,
      }
    }),
    next: next ? { day: next.payDate, cents: next.cents } : null,
    late: since ? { since, cents: sumCents(late.map(({ cents }) => cents)) } : null,
  }
}
