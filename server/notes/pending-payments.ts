import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a payment that settles a line of a schedule is pending approval, from whichever page it was requested. Requests
 * are keyed by payment, so what they settle is asked.
 * @param line alias of `app.line_status`, or of another table with its keys
 */
export function isPending(line: string): RawBuilder<boolean> {
  const [noteId, n] = [sql.ref(`${line}.note_id`), sql.ref(`${line}.n`)]
  return sql<boolean>`exists (select from approvals a where a.decision is null and a.kind = 'payment.record'
    and a.content ->> 'noteId' = ${noteId}::text and a.content -> 'settles' @> jsonb_build_array(jsonb_build_object('n', ${n})))`
}
