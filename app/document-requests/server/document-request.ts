import type { Selectable, Transaction } from 'kysely'
import { aliased, type CamelRow } from '../../../server/database/camel.ts'
import type { Database, DocumentRequestsTable } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'

const columns = [
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

/**
 * A document that the fund asked a person for. It is open while `fulfilledAt` and `withdrawnAt` are null. Times are
 * UTC; `dueOn` is a day, YYYY-MM-DD.
 */
export type DocumentRequest = CamelRow<Pick<Selectable<DocumentRequestsTable>, (typeof columns)[number]>>

/** The columns of a DocumentRequest. */
export const requestColumns = aliased(columns)
/** The same of the table `request`. */
export const columnsOfRequest = aliased(columns, 'request')

type FullRequest = Selectable<DocumentRequestsTable>

/** Locks a request until the transaction ends. */
export async function lockRequest(tx: Transaction<Database>, id: string): Promise<FullRequest> {
  const request = await tx
    .selectFrom('document_requests')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!request) throw new PortalError('NOT_FOUND')
  return request
}

/** @throws PortalError REQUEST_FULFILLED, REQUEST_CLOSED where it isn't open */
export function requireOpen<Request extends Pick<FullRequest, 'fulfilled_at' | 'withdrawn_at'>>(
  request: Request,
): Request {
  if (request.fulfilled_at) throw new PortalError('REQUEST_FULFILLED')
  if (request.withdrawn_at) throw new PortalError('REQUEST_CLOSED')
  return request
}
