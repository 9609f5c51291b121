import { type RawBuilder, sql } from 'kysely'
import type { PackedRows } from '../../rules/packed-rows.ts'

/**
 * Has PostgreSQL write the rows of a query as one text, for a list that a page reads as it is: neither the driver nor what
 * sends the page's data handles each value of each row (docs/performance.md says what that costs).
 * @param query in the order that the list has
 * @param columns of the query that the list has
 * @returns the text as an expression
 */
export function packRows<Row>(query: RawBuilder<Row>, columns: readonly (keyof Row & string)[]) {
  const values = sql.join(columns.map(name => sql.ref(`found.${name}`)))
  const names = sql.lit(`{"columns":${JSON.stringify(columns)},"rows":`)
  return sql<PackedRows<Row>>`(select ${names} || coalesce(json_agg(json_build_array(${values}))::text, '[]') || '}'
    from (${query}) found)`
}
