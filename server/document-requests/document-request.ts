import type { Selectable } from 'kysely'
import type { DocumentRequestsTable } from '../database/types.ts'

/**
 * A document that the fund asked a person for. It is open while `fulfilled_at` and `withdrawn_at` are null. Times are
 * UTC; `due_on` is a day, YYYY-MM-DD.
 */
export type DocumentRequest = Pick<
  Selectable<DocumentRequestsTable>,
  | 'id'
  | 'person_id'
  | 'name'
  | 'note'
  | 'due_on'
  | 'created_at'
  | 'fulfilled_document_id'
  | 'fulfilled_at'
  | 'withdrawn_at'
>

/** The columns of a DocumentRequest. */
export const requestColumns = [
  'id',
  'person_id',
  'name',
  'note',
  'due_on',
  'created_at',
  'fulfilled_document_id',
  'fulfilled_at',
  'withdrawn_at',
] as const satisfies (keyof DocumentRequestsTable)[]
