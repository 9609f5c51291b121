import { sql } from 'kysely'
import { batchesPerPage } from '../../rules/bulk-delivery/limits.ts'
import type { BatchState } from '../../rules/bulk-delivery/words.ts'
import type { DocumentCategory } from '../../rules/documents.ts'
import type { Actor } from '../access/actor.ts'
import { nameOrAddress } from '../access/name-with-address.ts'
import { asAdministrator } from '../access/roles.ts'
import { titleOfBatch } from '../runs/runs-list.ts'

/** A bulk delivery in the office's list. Times are UTC. */
export interface BatchRow {
  id: string
  title: string
  state: BatchState
  category: DocumentCategory
  /** Documents that it is divided into, and those of them that are matched, unmatched or excluded. */
  documents: number
  matched: number
  open: number
  excluded: number
  createdAt: Date
  createdBy: string
  releasedAt: Date | null
}

/** The numbers of documents of a batch `b`, by their outcome. */
export const countedItems = sql`(select count(*)::int as documents, count(*) filter (where i.state = 'matched')::int as matched,
  count(*) filter (where i.state = 'matched' and i.matched_by is not null)::int as "byHand",
  count(*) filter (where i.state in ('ambiguous', 'unmatched', 'conflict'))::int as open,
  count(*) filter (where i.state = 'conflict')::int as conflicts,
  count(*) filter (where i.state = 'excluded')::int as excluded, count(i.filed_at)::int as filed
  from paper_batch_items i where i.batch_id = b.id)`

/**
 * @param page from 0
 * @returns a page of the bulk deliveries, newest first, and how many there are
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getBatches(actor: Actor, page = 0): Promise<{ batches: BatchRow[]; total: number }> {
  return asAdministrator(actor, async tx => {
    const { rows } = await sql<BatchRow>`
      select b.id, ${titleOfBatch} as title, b.state, b.category, c.documents, c.matched, c.open, c.excluded,
        b.created_at as "createdAt", ${nameOrAddress('p')} as "createdBy", b.released_at as "releasedAt"
      from (select * from paper_batches order by created_at desc, id desc limit ${batchesPerPage}
          offset ${page * batchesPerPage}) b
        join user_profiles p on p.id = b.created_by cross join lateral ${countedItems} c
      order by b.created_at desc, b.id desc`.execute(tx)
    const counted = await sql<{ total: number }>`select count(*)::int as total from paper_batches`.execute(tx)
    return { batches: rows, total: counted.rows[0]?.total ?? 0 }
  })
}
