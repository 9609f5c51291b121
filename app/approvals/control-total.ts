import { type Cents, parseCents } from '../../rules/money.ts'

/** Most characters of a typed control total. */
export const controlTotalLength = 40

/**
 * A control total is typed from the bank's page by a person who hasn't been shown the sum it is compared with: no page
 * or answer contains that sum until both are equal.
 * @param typed the sum of several amounts, as added up by the person
 * @returns it in cents; undefined unless it is in dollars and cents, with two decimals
 */
export function readControlTotal(typed: string): Cents | undefined {
  return /\.\d{2}$/.test(typed.trim()) ? parseCents(typed) : undefined
}
