import type { Day } from '../../rules/days.ts'
import { type Cents, sumCents } from '../../rules/money.ts'
import { type DueLine, firstDayOf } from './due.ts'

/** A part that a payment settles: interest of a scheduled payment, or principal. Amounts are cents. */
export interface Part {
  kind: 'interest' | 'principal'
  /** Of the scheduled payment; null for principal that is due. */
  n: number | null
  cents: Cents
}

/** @returns the principal that a payment settles, in cents */
export function principalIn({ parts }: { parts: readonly Part[] }): Cents {
  return sumCents(parts.filter(({ kind }) => kind === 'principal').map(({ cents }) => cents))
}

/** @returns the allocation of an amount to debts, in order, and the remainder */
export function allot(
  cents: Cents,
  owed: readonly { line: { n: number } | undefined; cents: Cents }[],
): { parts: Part[]; left: Cents } {
  let left = cents
  const parts: Part[] = []
  for (const each of owed) {
    const paid = each.cents < left ? each.cents : left
    left -= paid
    if (paid > 0n) parts.push({ kind: each.line ? 'interest' : 'principal', n: each.line?.n ?? null, cents: paid })
  }
  return { parts, left }
}

/** @returns unpaid interest due after a day, in order */
export function allAhead<Line extends DueLine>(lines: readonly Line[], day: Day): { line: Line; cents: Cents }[] {
  return lines
    .filter(line => firstDayOf(line) > day && line.paid < line.interest)
    .map(line => ({ line, cents: line.interest - line.paid }))
}
