import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { prepared, type Value } from '../../../server/database/prepared.ts'
import type { Database } from '../../../server/database/types.ts'

/** How many entries of each kind Today names. */
export const named = 3

/** Pending work of one kind: its number and the first few. */
export interface Some<Row> {
  total: number
  first: Row[]
}

/** @param first rows that tell how many there are in all */
export function some<Row extends { total: number }>(first: Row[]): Some<Row> {
  return { total: first[0]?.total ?? 0, first }
}

// biome-ignore lint/suspicious/noExplicitAny: Which tables it reads makes no difference.
type Rows<Row> = SelectQueryBuilder<any, any, Row>

/**
 * The first rows of a list, as a prepared statement of how many; each has the total number.
 * @param name of the statement
 * @param found what the list's filter finds
 * @param listed the list's own rows of that, in their order
 */
export function firstRows<Found extends Rows<unknown>, Row, Values extends Value[]>(
  name: string,
  found: (db: Kysely<Database>) => Found,
  listed: (found: Found, ...values: Values) => Rows<Row>,
) {
  return prepared(name, (db, most: number, ...values: Values) => {
    const total = found(db).clearSelect().select(sql<number>`count(*)::int`.as('total'))
    return listed(found(db), ...values)
      .select(sql<number>`${total}`.as('total'))
      .limit(most)
      .$castTo<Row & { total: number }>()
  })
}
