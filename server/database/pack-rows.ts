import { type RawBuilder, sql } from 'kysely'
import type { PackedRows } from '../../rules/packed-rows.ts'

/**
 * Has PostgreSQL write a query's rows as one text, for a list that a page reads as is: neither the driver nor the
 * serialization handles each value (docs/performance.md has the cost).
 * @param query in the list's order
 * @param columns of the query in the list
 * @returns the text as an expression
 */
export function packRows<Row>(query: RawBuilder<Row>, columns: readonly (keyof Row & string)[]) {
  const values = sql.join(columns.map(name => sql.ref(`found.${name}`)))
  const names = sql.lit(`{"columns":${JSON.stringify(columns)},"rows":`)
  return sql<PackedRows<Row>>`(select ${names} || coalesce(json_agg(json_build_array(${values}))::text, '[]') || '}'
    from (${query}) found)`
}
