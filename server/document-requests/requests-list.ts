import type { Kysely, Selectable, SelectQueryBuilder, Transaction } from 'kysely'
import { documentRequestsPerPage } from '../../rules/document-request-limits.ts'
import type { RequestFilter } from '../../rules/document-requests.ts'
import type { Actor } from '../access/actor.ts'
import { assertId } from '../access/ids.ts'
import { nameOrAddress } from '../access/name-with-address.ts'
import { asAdministrator, isOwnerOrAdministrator } from '../access/roles.ts'
import { countUpTo, type RowCount } from '../database/count-up-to.ts'
import { prepared } from '../database/prepared.ts'
import { queryAs } from '../database/read-as.ts'
import type { Database, DocumentRequestsTable } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'
import { type DocumentRequest, requestColumns } from './document-request.ts'

/** A request as administrators follow it. */
export type FollowedRequest = DocumentRequest &
  Pick<Selectable<DocumentRequestsTable>, 'reminders' | 'reminded_at'> & {
    person_email: string
    person_name: string | null
    /** Who asked; null once that administrator's account is gone. */
    requester_name: string | null
  }

export async function getDocumentRequest(actor: Actor, requestId: string): Promise<DocumentRequest> {
  const id = assertId(requestId)
  const request = await queryAs(actor, tx =>
    tx.selectFrom('document_requests').select(requestColumns).where('id', '=', id).executeTakeFirst(),
  )
  // Row-level security already filters these; we check again.
  if (!request || !isOwnerOrAdministrator(actor, request.person_id)) throw new PortalError('NOT_FOUND')
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
 * Lists documents that people were asked for: open ones by the day they are needed, then oldest first; others newest
 * first.
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
    const requests = await inOrder(found, filter)
      .innerJoin('user_profiles as person', 'person.id', 'request.person_id')
      .leftJoin('user_profiles as requester', 'requester.id', 'request.requested_by')
      .select(requestColumns.map(column => `request.${column}` as const))
      .select(['request.reminders', 'request.reminded_at'])
      .select(['person.email as person_email', 'person.full_name as person_name'])
      .select(row => row.fn.coalesce('requester.full_name', 'requester.email').as('requester_name'))
      .limit(documentRequestsPerPage)
      .offset(before)
      .execute()
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

function inOrder(query: Query, filter: RequestFilter): Query {
  const sorted =
    filter === 'open'
      ? query.orderBy('request.due_on', order => order.asc().nullsLast()).orderBy('request.created_at')
      : query.orderBy('request.created_at', 'desc')
  return sorted.orderBy('request.id')
}

/** A document that someone was asked for and hasn't uploaded. */
export interface OpenRequest {
  name: string
  /** The person's name, or else their address. */
  person: string
  /** 'YYYY-MM-DD' */
  dueOn: string | null
  since: Date
  /** How many there are in all. */
  total: number
}

/** The first of the open ones, with how many there are; for administrators. */
export const openRequests = prepared('requests_that_wait', (db, most: number) =>
  inOrder(inState(db, 'open'), 'open')
    .innerJoin('user_profiles as person', 'person.id', 'request.person_id')
    .select([
      'request.name',
      nameOrAddress('person').as('person'),
      'request.due_on as dueOn',
      'request.created_at as since',
    ])
    .select(
      inState(db, 'open')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .as('total'),
    )
    .limit(most)
    .$castTo<OpenRequest>(),
)

/** @returns by id, the names of those requests that are still open, as far as the transaction may see them */
export async function openRequestsOf(tx: Transaction<Database>, ids: string[]): Promise<Map<string, string>> {
  const found = await inState(tx, 'open')
    .select(['request.id', 'request.name'])
    .where('request.id', 'in', ids)
    .execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** @returns every request to the actor, for the export of their data, newest first */
export function getOwnRequests(actor: Actor): Promise<DocumentRequest[]> {
  return queryAs(actor, tx =>
    tx
      .selectFrom('document_requests')
      .select(requestColumns)
      .where('person_id', '=', actor.id)
      .orderBy('created_at', 'desc')
      .execute(),
  )
}
