import { sql, type Transaction } from 'kysely'
import { agreement } from '../../../content/agreement.ts'
import type { Database } from '../../../server/database/types.ts'
import type { HolderKind } from '../../holders/holders.ts'

/* Documents that a kind of holder needs to invest, such as a certificate of trust: requests for documents (document-requests). */

/** A document that a holder needs. */
export interface HolderPaper {
  paper: string
  /** Whether it has arrived, or the office has withdrawn its request. */
  isHere: boolean
  /** From whom it was requested, while it isn't here. */
  requestedFrom: string | null
}

const needed = (kind: HolderKind | undefined) => (kind && agreement.kinds[kind]?.papers) ?? []

/** @returns what a holder of a kind needs, and what of it is here */
export async function papersOf(
  tx: Transaction<Database>,
  holderId: string | null,
  kind: HolderKind | undefined,
): Promise<HolderPaper[]> {
  if (!holderId || needed(kind).length === 0) return []
  const requests = await tx
    .selectFrom('document_requests')
    .select(['name', 'person_id', 'fulfilled_at', 'withdrawn_at'])
    .where('holder_id', '=', holderId)
    .execute()
  return needed(kind).map(paper => {
    const asked = requests.filter(({ name }) => name === paper)
    const open = asked.find(request => !request.fulfilled_at && !request.withdrawn_at)
    return { paper, isHere: asked.length > 0 && !open, requestedFrom: open?.person_id ?? null }
  })
}

/** Asks who makes an agreement, in its transaction, for what its holder needs and wasn't requested before. */
export async function requestHolderDocuments(
  tx: Transaction<Database>,
  subscriptionId: string,
  kind: HolderKind | undefined,
): Promise<void> {
  if (needed(kind).length > 0)
    await sql`select app.request_documents(${subscriptionId}, ${needed(kind)}::text[])`.execute(tx)
}
