import { type RawBuilder, sql } from 'kysely'
import { always, times, usual } from '../../rules/document-rows.ts'

/** @returns the value of a column of `documents` as it travels */
function traveling(column: string): RawBuilder<unknown> {
  const value = sql.ref(column)
  return times.includes(column) ? sql`floor(extract(epoch from ${value}) * 1000)::bigint` : value
}

/**
 * @param justAdded whether the reader may still undo the upload
 * @returns a document as one JSON value, see `rules/document-rows.ts`
 */
export function documentRow(justAdded: RawBuilder<boolean>): RawBuilder<unknown> {
  const values = always.map(column =>
    column === 'uploaded_by'
      ? sql`case when uploaded_by = user_id then to_json(0) else to_json(uploaded_by) end`
      : traveling(column),
  )
  const others = Object.entries(usual).map(([column, value]) => {
    const own = column === 'just_added' ? justAdded : traveling(column)
    return { column, differing: value === null ? own : sql`nullif(${own}, ${sql.lit(value)})` }
  })
  const differing = sql.join(others.map(other => other.differing))
  const named = sql.join(others.flatMap(other => [sql.lit(other.column), other.differing]))
  return sql`json_build_array(${sql.join(values)}, case when num_nonnulls(${differing}) > 0 then
    json_strip_nulls(json_build_object(${named})) end)`
}
