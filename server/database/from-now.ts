import { type RawBuilder, sql } from 'kysely'

/**
 * Codes, challenges, permits, proofs and changes of address begin and end by the database's clock alone: the processes of
 * a site may run on several machines, and each has its own.
 * @param milliseconds before now where it is negative
 * @returns a moment by that clock
 */
export function fromNow(milliseconds: number): RawBuilder<Date> {
  return sql<Date>`(now() + ${milliseconds} * interval '1 millisecond')`
}
