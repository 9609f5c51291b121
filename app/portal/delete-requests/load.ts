import type { Actor } from '../../../server/access/actor.ts'
import type { DeleteRequest } from '../../../server/documents/deletion.ts'
import type { ServerContext } from '../../context.ts'
import { type Refusal, resultOrError } from '../errors.ts'

/** A page, from 1, of the open delete requests of all investors, oldest first. `trouble`: it could not be read, or not anew. */
export interface DeleteRequestsData {
  list: 'delete-requests'
  page: number
  deleteRequests: DeleteRequest[]
  total: number
  trouble?: Refusal
}

/** `page` of the list, from 1. */
export async function loadDeleteRequests(
  query: URLSearchParams,
  actor: Actor,
  { operations }: ServerContext,
): Promise<DeleteRequestsData> {
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1)
  const read = operations.getDeleteRequests(actor, { page: page - 1 })
  const { value, trouble } = await resultOrError(read, 'LOAD_DELETE_REQUESTS_FAILED')
  return { list: 'delete-requests', page, deleteRequests: value?.requests ?? [], total: value?.total ?? 0, trouble }
}
