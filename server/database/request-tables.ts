import type { Generated, GeneratedAlways } from 'kysely'
import type { DeleteDecision } from '../../rules/documents.ts'

/* Tables of what the fund asks of people and decides for them, as in `types.ts`. */

/** Set only by the database: `now()` on insert. */
type CreatedAt = GeneratedAlways<Date>

/** What became of a person's delete request, until they have read it. */
export interface DeleteDecisionsTable {
  id: Generated<string>
  user_id: string
  document_id: string
  filename: string
  decision: DeleteDecision
  reason: string | null
  decided_by: string | null
  decided_at: CreatedAt
}

export interface DocumentRequestsTable {
  id: Generated<string>
  person_id: string
  requested_by: string | null
  name: string
  note: string | null
  /** YYYY-MM-DD */
  due_on: string | null
  created_at: CreatedAt
  fulfilled_document_id: string | null
  fulfilled_at: Date | null
  withdrawn_at: Date | null
  reminders: Generated<number>
  reminded_at: Date | null
}

/** Kept by the transactions that change documents; see `migrations/0049_owner.sql`. */
export interface DocumentFiguresTable {
  /** A person or a holder; zeros for all documents. */
  owner_id: string
  listed: number
  unread: number
  stored: number
  stored_bytes: number
}
