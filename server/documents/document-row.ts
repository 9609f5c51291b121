import { type RawBuilder, sql } from 'kysely'
import type { DocumentRows } from '../../rules/document-rows.ts'
import type { PortalDocument } from './documents.ts'
import { csvBeside } from './readers.ts'

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
  csv_id: null,
} as const satisfies Record<Exclude<keyof PortalDocument, (typeof always)[number] | 'user_id'>, unknown>

const times: readonly string[] = [
  'created_at',
  'updated_at',
  'delete_requested_at',
  'read_at',
  'opened_by_others_at',
] satisfies (keyof PortalDocument)[]

/**
 * @param rows a JSON array of `documentRow`s; null where there are none
 * @param owner whose documents they are
 */
export function withHead(rows: string | null, owner: string): DocumentRows {
  const head = JSON.stringify([always, { ...usual, user_id: owner }, times]).slice(0, -1)
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
  const values = always.map(traveling)
  const others = Object.entries(usual).map(([column, value]) => {
    const own = column === 'just_added' ? justAdded : column === 'csv_id' ? csvBeside : traveling(column)
    return { column, differing: value === null ? own : sql`nullif(${own}, ${sql.lit(value)})` }
  })
  const differing = sql.join(others.map(other => other.differing))
  const named = sql.join(others.flatMap(other => [sql.lit(other.column), other.differing]))
  return sql`json_build_array(${sql.join(values)}, case when num_nonnulls(${differing}) > 0 then
    json_strip_nulls(json_build_object(${named})) end)`
}
