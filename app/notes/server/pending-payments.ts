import { type RawBuilder, sql } from 'kysely'

/** Pending requests of payments that settle a scheduled payment, whatever page they came from. */
const requestsOf = (line: string) => sql`from approvals a where a.decision is null and a.kind = 'payment.record'
    and a.content ->> 'noteId' = ${sql.ref(`${line}.note_id`)}::text
    and a.content -> 'settles' @> jsonb_build_array(jsonb_build_object('n', ${sql.ref(`${line}.n`)}))`

/**
 * Whether a payment for a scheduled payment is pending approval.
 * @param line alias of `app.line_status`, or of another table with its keys
 */
export function isPending(line: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select ${requestsOf(line)})`
}

/** Whether the payoff of a scheduled payment's note is pending approval, and with it whatever is due. */
export function isPayoffPending(line: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from approvals a where a.decision is null and a.kind = 'note.payoff'
    and a.subject_id = ${sql.ref(`${line}.note_id`)})`
}

/** The id of the first such request, as text, or null. */
export function pendingRequest(line: string): RawBuilder<string | null> {
  return sql<string | null>`(select a.id::text ${requestsOf(line)} order by a.asked_at, a.id limit 1)`
}
