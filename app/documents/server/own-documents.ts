import type { Selectable } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import type { DocumentsTable } from '../../../server/database/types.ts'
import { filesOf } from './readers.ts'

/*
 * Reads a person's documents for the export of their data. Row-level security shows administrators everyone's, so each
 * query also filters by person.
 */

export type OwnDocument = Omit<
  Selectable<DocumentsTable>,
  | 'user_id'
  | 'mime_type'
  | 'uploaded_by'
  | 'updated_at'
  | 'checked_at'
  | 'check_result'
  | 'signing_confirmed_by'
  | 'signing_reminders'
  | 'signing_reminded_at'
  | 'read_at'
  | 'opened_by_others_at'
  | 'new_for_office'
  | 'holder_id'
  | 'owner_id'
  | 'retain_until'
  | 'unreleased'
  | 'companion_of'
  | 'evidence_changed_at'
  | 'news_after'
  | 'is_tax'
>

/** Documents per batch of views. */
const batchSize = 100

/** @returns all the actor's documents and their companion files, by fund, newest first */
export function getOwnDocuments(actor: Actor): Promise<OwnDocument[]> {
  return queryAs(actor, tx =>
    tx
      .selectFrom(filesOf(tx, actor.id))
      .select(['id', 'filename', 'file_path', 'file_size', 'sha256', 'fund_name', 'category', 'file_type'])
      .select(['is_external_link', 'external_url', 'view_count', 'created_at'])
      .select(['delete_requested_by', 'delete_requested_at', 'delete_request_status'])
      .select(['check_state', 'marks'])
      .select(['signing_state', 'signing_sent_at', 'signing_opened_at', 'said_signed_at', 'signing_confirmed_at'])
      .orderBy('fund_name')
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute(),
  )
}

/** Views of the actor's documents, as in each history, in batches of documents. */
export async function* readOwnViews(actor: Actor, documents: readonly OwnDocument[]) {
  const names = new Map(documents.map(({ id, filename }) => [id, filename]))
  const ids = [...names.keys()]
  for (let from = 0; from < ids.length; from += batchSize) {
    const views = await actAs(actor, tx =>
      tx
        .selectFrom('document_views')
        .select(['document_id', 'user_name', 'user_email', 'viewed_at'])
        .where('document_id', 'in', ids.slice(from, from + batchSize))
        .orderBy('viewed_at', 'desc')
        .execute(),
    )
    yield views.map(view => ({ filename: names.get(view.document_id), ...view }))
  }
}
