import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { readAsAdministrator } from '../../../server/access/roles.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { askOwnersOf, firstDocumentsOf, isOwnedFor, requestedOwners } from './readers.ts'

/** A person's document figures, without names. Times are UTC. */
export interface DocumentsSummary {
  documents: number
  /** Added by others and unread. */
  unread: number
  lastAddedAt: Date | null
  /** When the person last opened one. */
  lastOpenedAt: Date | null
  /** Uploaded by the person and not opened by any administrator. */
  newForOffice: number
  /** Open delete requests of the person. */
  deleteRequests: number
}

const documentsSummary = prepared(
  'documents_in_short',
  (db, personId: string) => sql<DocumentsSummary>`
    ${askOwnersOf(personId)}
    select listed::int as documents, unread::int,
      (select max(d.created_at) from (${firstDocumentsOf(db, requestedOwners, sql`created_at desc`, 1).select('created_at')}) d) as "lastAddedAt",
      (select max(v.viewed_at) from document_views v where v.user_id = ${personId}) as "lastOpenedAt",
      (select count(*)::int from documents where new_for_office and user_id = ${personId}) as "newForOffice",
      (select count(*)::int from documents where delete_request_status = 'pending'
        and delete_requested_at is not null and ${isOwnedFor(requestedOwners)}) as "deleteRequests"
    from asked`,
)

/** @returns a person's document figures, without names */
export async function getDocumentsSummary(actor: Actor, personId: string): Promise<DocumentsSummary> {
  const [rows] = await readAsAdministrator(actor, documentsSummary(assertId(personId)))
  return (
    rows[0] ?? { documents: 0, unread: 0, lastAddedAt: null, lastOpenedAt: null, newForOffice: 0, deleteRequests: 0 }
  )
}
