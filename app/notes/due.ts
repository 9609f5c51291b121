import type { Day } from '../../rules/days.ts'
import { type Cents, sumCents } from '../../rules/money.ts'

/** A scheduled payment with its ledger figures. */
export interface DueLine {
  version: number
  n: number
  due: Day
  pay: Day
  interest: Cents
  principal: Cents
  /** Of the interest. */
  paid: Cents
  /** Unpaid principal. */
  principalLeft: Cents
}

/** An amount due and unpaid: interest of a scheduled payment, or principal. */
export interface Due {
  /** Undefined for principal. */
  line: { version: number; n: number } | undefined
  due: Day
  cents: Cents
}

/**
 * @returns the day from which a scheduled payment can be paid: with the convention 'preceding' its pay date may be
 * before its due date
 */
export function firstDayOf({ due, pay }: Pick<DueLine, 'due' | 'pay'>): Day {
  return due < pay ? due : pay
}

/** @returns the next unpaid interest due after a day, which may be prepaid */
export function dueNext(lines: readonly DueLine[], day: Day): Due[] {
  const coming = lines.filter(line => firstDayOf(line) > day)
  const next = coming
    .toSorted((one, other) => one.due.localeCompare(other.due))
    .find(({ interest, paid }) => paid < interest)
  return next ? [{ line: { version: next.version, n: next.n }, due: next.due, cents: next.interest - next.paid }] : []
}

/** @returns what is due and unpaid by a day: interest, earliest first, then principal */
export function dueBy(lines: readonly DueLine[], day: Day): Due[] {
  const come = lines.filter(line => firstDayOf(line) <= day)
  const interest = come
    .filter(({ interest, paid }) => paid < interest)
    .toSorted((one, other) => one.due.localeCompare(other.due))
    .map(({ version, n, due, interest, paid }): Due => ({ line: { version, n }, due, cents: interest - paid }))
  const principal = come.filter(({ principalLeft }) => principalLeft > 0n)
  const last = principal.at(-1)
  if (!last) return interest
  return [
    ...interest,
    { line: undefined, due: last.due, cents: sumCents(principal.map(({ principalLeft }) => principalLeft)) },
  ]
}
