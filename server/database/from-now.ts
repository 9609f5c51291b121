import { type RawBuilder, sql } from 'kysely'

/**
 * Codes, challenges, permits, proofs and changes of address start and end by the database's clock alone: a site's
 * processes may run on several machines, each with its own.
 * @param milliseconds from now; negative for the past
 * @returns a moment by that clock
 */
export function fromNow(milliseconds: number): RawBuilder<Date> {
  return sql<Date>`(now() + ${milliseconds} * interval '1 millisecond')`
}
