import { parseCents } from '../notes/money.ts'

/** A trillion dollars: anything above is a typo. */
const mostCents = 100_000_000_000_000n

/** @returns a typed investment amount in cents; undefined if invalid */
export function readAmount(typed: string): bigint | undefined {
  const cents = parseCents(typed)
  return cents && cents > 0n && cents <= mostCents ? cents : undefined
}
