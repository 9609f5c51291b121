import { type RawBuilder, sql } from 'kysely'
import type { DocumentRows } from '../../rules/document-rows.ts'
import type { PortalDocument } from './documents.ts'

/** Columns whose values always travel. */
const always = [
  'id',
  'filename',
  'file_size',
  'file_type',
  'fund_name',
  'view_count',
  'created_at',
  'updated_at',
  'uploaded_by',
] as const

/** The other columns, with the value that most documents have. */
const usual = {
  mime_type: 'application/pdf',
  category: 'Investment Documents',
  is_external_link: false,
  external_url: null,
  delete_requested_by: null,
  delete_requested_at: null,
  delete_request_status: null,
  check_state: 'unchecked',
  marks: null,
  signing_state: null,
  read_at: null,
  opened_by_others_at: null,
  just_added: false,
} as const satisfies Record<Exclude<keyof PortalDocument, (typeof always)[number] | 'user_id'>, unknown>

const times: readonly string[] = [
  'created_at',
  'updated_at',
  'delete_requested_at',
  'read_at',
  'opened_by_others_at',
] satisfies (keyof PortalDocument)[]

const head = JSON.stringify([always, usual, times]).slice(0, -1)

/** @returns documents as they travel, from a JSON array of `documentRow`s; undefined where there are none */
export function withHead(rows: string | undefined): DocumentRows {
  return rows ? `${head},${rows.slice(1)}` : `${head}]`
}

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
