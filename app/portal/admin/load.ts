import { type DocumentQuery, readDocumentQuery } from '../../../rules/document-query.ts'
import { documentsAtOnce, listPages, peopleAtOnce } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { OwnedDocument } from '../../../server/documents/all-documents.ts'
import type { Requests } from '../../../server/leads/requests.ts'
import type { ListedUser } from '../../../server/people/people-list.ts'
import type { PendingWork } from '../../../server/today/pending-work.ts'
import type { ServerContext } from '../../context.ts'
import { type DeleteRequestsData, loadDeleteRequests } from '../delete-requests/load.ts'
import { errorResponse, type Refusal, refusal, resultOrError } from '../errors.ts'

/**
 * What the administrators' tab shows: one of its lists, and how much waits in the others. `trouble`: it could not be
 * read, or not anew.
 */
export type AdminData = { tab: 'admin'; waiting?: PendingWork } & (
  | UsersData
  | AllDocumentsData
  | DeleteRequestsData
  | RequestsData
)

/** A page of a list, from 1. */
type Paged = { page: number; total: number; trouble?: Refusal }
export type UsersData = Paged & { list: 'users'; search: string; people: ListedUser[] }
export type AllDocumentsData = Paged & {
  list: 'documents'
  query: DocumentQuery<'everyone'>
  documents: OwnedDocument[]
}
/** `page`: of each kind, from 1. */
export type RequestsData = {
  list: 'requests'
  requests: Requests
  page: { calls: number; messages: number }
  trouble?: Refusal
}

/**
 * `list` which of the lists: everybody with an account (the default), `documents`, `delete-requests`, or `requests`,
 * what visitors left; `page` from 1, of requests `calls` and `messages`; `q` a search for people; a DocumentQuery's
 * fields for documents.
 * @throws an answer (403) for anybody who is no administrator
 */
export async function loadAdminTab(query: URLSearchParams, actor: Actor, server: ServerContext): Promise<AdminData> {
  if (!actor.isAdmin) throw errorResponse(refusal('FORBIDDEN'), 403)
  const [{ value: waiting }, shown] = await Promise.all([
    resultOrError(server.operations.getPendingWork(actor), 'LOAD_REQUESTS_FAILED'),
    loadList(query, actor, server),
  ])
  return { tab: 'admin', waiting, ...shown }
}

function loadList(query: URLSearchParams, actor: Actor, server: ServerContext) {
  const list = query.get('list')
  if (list === 'requests') return loadRequests(query, actor, server)
  if (list === 'delete-requests') return loadDeleteRequests(query, actor, server)
  if (list === 'documents') return loadDocuments(query, actor, server)
  return loadUsers(query, actor, server)
}

async function loadRequests(
  query: URLSearchParams,
  actor: Actor,
  { operations }: ServerContext,
): Promise<RequestsData> {
  const page = { calls: pageOf(query, 'calls'), messages: pageOf(query, 'messages') }
  const read = operations.getRequestsForAdmin(actor, { calls: page.calls - 1, messages: page.messages - 1 })
  const { value, trouble } = await resultOrError(read, 'LOAD_REQUESTS_FAILED')
  const none = { messages: [], calls: [], total: { messages: 0, calls: 0 } }
  return { list: 'requests', requests: value ?? none, page, trouble }
}

async function loadUsers(query: URLSearchParams, actor: Actor, { operations }: ServerContext): Promise<UsersData> {
  const page = pageOf(query)
  const search = query.get('q')?.trim() ?? ''
  const read = operations.getAllUsersForAdmin(actor, { page: page - 1, search, size: peopleAtOnce })
  const { value, trouble } = await resultOrError(read, 'LOAD_USERS_FAILED')
  return { list: 'users', page, search, people: value?.users ?? [], total: value?.total ?? 0, trouble }
}

async function loadDocuments(
  query: URLSearchParams,
  actor: Actor,
  { operations }: ServerContext,
): Promise<AllDocumentsData> {
  const page = pageOf(query)
  const asked = readDocumentQuery(query, 'everyone')
  const read = operations.getAllDocumentsForAdmin(actor, { ...asked, page: page - 1, size: documentsAtOnce })
  const { value, trouble } = await resultOrError(read, 'LOAD_DOCUMENTS_FAILED')
  return { list: 'documents', page, query: asked, documents: value?.documents ?? [], total: value?.total ?? 0, trouble }
}

function pageOf(query: URLSearchParams, name = 'page'): number {
  return Math.min(listPages, Math.max(1, Math.trunc(Number(query.get(name))) || 1))
}
