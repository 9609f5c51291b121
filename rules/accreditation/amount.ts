import { parseCents } from '../notes/money.ts'

/** A trillion dollars: anything above is a slip. */
const mostCents = 100_000_000_000_000n

/** @returns what is typed as an investment, in cents; undefined for anything else */
export function readAmount(typed: string): bigint | undefined {
  const cents = parseCents(typed)
  return cents && cents > 0n && cents <= mostCents ? cents : undefined
}
