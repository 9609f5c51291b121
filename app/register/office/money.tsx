import { formatCents } from '../../../rules/money.ts'

/** An amount in a table: always with cents; nothing for null, a dash for zero. */
export function Money({ cents }: { cents: bigint | null }) {
  if (cents === null) return null
  return cents === 0n ? '–' : formatCents(cents, true)
}
