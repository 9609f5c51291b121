import { type Cents, parseCents } from './notes/money.ts'

/**
 * @param typed the sum of several amounts, as somebody typed it who added them up
 * @returns it in cents; undefined unless it is in dollars and cents, both digits of them
 */
export function readControlTotal(typed: string): Cents | undefined {
  return /\.\d{2}$/.test(typed.trim()) ? parseCents(typed) : undefined
}
