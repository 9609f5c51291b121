import { type RawBuilder, sql } from 'kysely'

/**
 * @param values our own words, never user input: they are written into the statement, as partial indexes need
 * @returns SQL such as ('current', 'matured'), to follow `in`
 */
export function oneOf(values: readonly (string | number)[]): RawBuilder<unknown> {
  return sql`(${sql.join(values.map(value => sql.lit(value)))})`
}
