import { type Cents, parseCents } from './notes/money.ts'

/** Characters of a control total as it is typed, at most. */
export const controlTotalLength = 40

/**
 * A control total is typed from the bank's page before anybody who types it has been shown the sum that it is compared with: no
 * page, and no answer, has that sum until both are the same.
 * @param typed the sum of several amounts, as somebody typed it who added them up
 * @returns it in cents; undefined unless it is in dollars and cents, both digits of them
 */
export function readControlTotal(typed: string): Cents | undefined {
  return /\.\d{2}$/.test(typed.trim()) ? parseCents(typed) : undefined
}
