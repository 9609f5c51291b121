import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { asAdministrator, isOwnerOrAdministrator } from '../../../server/access/roles.ts'
import { countUpTo, type RowCount } from '../../../server/database/count-up-to.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import type { Database, DocumentRequestsTable } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { firstRows } from '../../lists/server/first-rows.ts'
import type { RequestFilter } from '../document-requests.ts'
import { documentRequestsPerPage } from '../limits.ts'
import { columnsOfRequest, type DocumentRequest, requestColumns } from './document-request.ts'

/** A request as administrators follow it. */
export interface FollowedRequest extends DocumentRequest {
  reminders: number
  remindedAt: Date | null
  personEmail: string
  personName: string | null
  /** Who asked; null once that administrator's account is gone. */
  requesterName: string | null
}

export async function getDocumentRequest(actor: Actor, requestId: string): Promise<DocumentRequest> {
  const id = assertId(requestId)
  const request = await queryAs(actor, tx =>
    tx.selectFrom('document_requests').select(requestColumns).where('id', '=', id).executeTakeFirst(),
  )
  // Row-level security already filters these; we check again.
  if (!request || !isOwnerOrAdministrator(actor, request.personId)) throw new PortalError('NOT_FOUND')
  return request
}

interface ListOptions {
  filter?: RequestFilter
  /** Only of this person. */
  personId?: string | undefined
  /** From 0, `documentRequestsPerPage` per page. */
  page?: number
}

/**
 * Lists document requests: open ones by the day they are needed, then oldest first; others newest first.
 * @returns the page's requests and how many there are in all
 */
export async function getDocumentRequests(
  actor: Actor,
  { filter = 'open', personId, page = 0 }: ListOptions = {},
): Promise<{ requests: FollowedRequest[] } & RowCount> {
  const before = Number.isSafeInteger(page) && page > 0 && page < 1e9 ? page * documentRequestsPerPage : 0
  return asAdministrator(actor, async tx => {
    let found = inState(tx, filter)
    if (personId) found = found.where('request.person_id', '=', assertId(personId))
    const count = await countUpTo(tx, found)
    const requests = await listed(found, filter).limit(documentRequestsPerPage).offset(before).execute()
    return { requests, ...count }
  })
}

type Query = SelectQueryBuilder<Database & { request: DocumentRequestsTable }, 'request', object>

function inState(db: Kysely<Database>, filter: RequestFilter): Query {
  const query: Query = db.selectFrom('document_requests as request')
  switch (filter) {
    case 'open':
      return query.where('request.fulfilled_at', 'is', null).where('request.withdrawn_at', 'is', null)
    case 'received':
      return query.where('request.fulfilled_at', 'is not', null)
    case 'withdrawn':
      return query.where('request.withdrawn_at', 'is not', null)
  }
}

function listed(query: Query, filter: RequestFilter) {
  const sorted =
    filter === 'open'
      ? query.orderBy('request.due_on', order => order.asc().nullsLast()).orderBy('request.created_at')
      : query.orderBy('request.created_at', 'desc')
  return sorted
    .orderBy('request.id')
    .innerJoin('user_profiles as person', 'person.id', 'request.person_id')
    .leftJoin('user_profiles as requester', 'requester.id', 'request.requested_by')
    .select([...columnsOfRequest, 'request.reminders', 'request.reminded_at as remindedAt'])
    .select(['person.email as personEmail', 'person.full_name as personName'])
    .select(row => row.fn.coalesce('requester.full_name', 'requester.email').as('requesterName'))
}

/** The first of the open ones, with how many there are; for administrators. */
export const openRequests = firstRows(
  'requests_that_wait',
  db => inState(db, 'open'),
  found => listed(found, 'open'),
)

/** @returns by id, the names of those requests that are still open, as far as the transaction may see them */
export async function openRequestsOf(tx: Transaction<Database>, ids: string[]): Promise<Map<string, string>> {
  const found = await inState(tx, 'open')
    .select(['request.id', 'request.name'])
    .where('request.id', 'in', ids)
    .execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** @returns every request to the actor, for the export of their data, newest first, as it is stored */
export function getOwnRequests(actor: Actor) {
  return queryAs(actor, tx =>
    tx
      .selectFrom('document_requests')
      .select(['name', 'note', 'due_on', 'created_at', 'fulfilled_document_id', 'fulfilled_at', 'withdrawn_at'])
      .where('person_id', '=', actor.id)
      .orderBy('created_at', 'desc')
      .execute(),
  )
}
