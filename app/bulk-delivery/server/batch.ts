import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { nameOrAddress, nameWithAddress } from '../../../server/access/name-with-address.ts'
import { asAdministrator } from '../../../server/access/roles.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { DocumentCategory } from '../../documents/documents.ts'
import { type Recalled, recalledOf } from '../../runs/server/recalled.ts'
import { titleOfBatch } from '../../runs/server/run-kinds.ts'
import { itemsPerPage } from '../limits.ts'
import type { Doubt, KeyKind } from '../match.ts'
import type { SplitMode } from '../split.ts'
import type { BatchFilter, BatchState, Drawn, FileProblem, ItemState, Remark } from '../words.ts'
import { releaseKind } from './locked-batch.ts'

/** A file of a batch. */
export interface BatchFile {
  n: number
  filename: string
  pages: number | null
  problem: FileProblem | null
}

/** A bulk delivery on its page. Times are UTC. */
export interface BatchDetails {
  id: string
  title: string
  state: BatchState
  category: DocumentCategory
  /** Documents that it is divided into, and those of them that are matched, wait for someone, or are left out. */
  documents: number
  matched: number
  open: number
  excluded: number
  createdAt: Date
  createdBy: string
  releasedAt: Date | null
  fundName: string
  byHand: number
  conflicts: number
  /** Documents that are made. */
  filed: number
  split: { mode: SplitMode; pages: number }
  pagesRead: number
  problem: string | null
  files: BatchFile[]
  /** The approval that is pending: documents that are drawn for the second person, and those of them that the actor has opened. */
  requested: { requestedBy: string; isOwn: boolean; total: number; opened: number } | null
  approvedBy: string | null
  recalled: Recalled | null
  /** Of the documents that exist: those of which a person outside the office was sent a byte. */
  opened: number
}

/** A document of a batch, beside its recipient. */
export interface BatchItemRow {
  id: string
  n: number
  filename: string
  file: string
  firstPage: number
  lastPage: number
  state: ItemState
  holderId: string | null
  holder: string | null
  holderNumber: string | null
  /** The people who matched by hand. */
  matchedBy: string | null
  found: KeyKind[]
  doubts: Doubt[]
  remarks: Remark[]
  excludedReason: string | null
  drawn: Drawn | null
  /** Whether the actor has opened it since it last changed. */
  isOpened: boolean
  /** Whether its pages can be shown. */
  hasFile: boolean
  /** Once it is made. */
  documentId: string | null
  /** What was served of it to people outside the office. */
  readers: number
  firstAt: Date | null
}

const conditions: Record<BatchFilter, RawBuilder<boolean>> = {
  all: sql`true`,
  open: sql`i.state in ('ambiguous', 'unmatched', 'conflict')`,
  byHand: sql`i.matched_by is not null`,
  excluded: sql`i.state = 'excluded'`,
  unopened: sql`i.filed_at is not null and a.document_id is null`,
}

/**
 * @param page of its documents, from 0
 * @returns a bulk delivery with a page of its documents, in the order of their pages, and how many of them there are
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND
 */
export async function getBatch(
  actor: Actor,
  batchId: string,
  { page = 0, show = 'all' }: { page?: number; show?: BatchFilter } = {},
): Promise<{ batch: BatchDetails; items: BatchItemRow[]; total: number }> {
  const id = assertId(batchId)
  return asAdministrator(actor, async tx => {
    const batch = await readBatch(tx, actor, id)
    const shown = sql`i.batch_id = ${id} and ${conditions[show]} order by i.n limit ${itemsPerPage} offset ${page * itemsPerPage}`
    const { rows } = await sql<
      BatchItemRow & { total: number }
    >`${itemsOf(id, actor, shown)} ${selectItems} order by i.n`.execute(tx)
    const items = rows.map(({ total: _, ...item }) => item)
    return { batch, items, total: rows[0]?.total ?? 0 }
  })
}

/** @param shown a condition about its documents `i`, and about `a`, the bytes served of them */
export const itemsOf = (batchId: string, actor: Actor, shown: RawBuilder<unknown>) => sql`
  with served as materialized (select * from app.paper_accesses(${batchId})),
  looks as materialized (select l.item_id, l.looked_at from paper_item_looks l where l.user_id = ${actor.id}),
  items as materialized (select i.*, a.readers, a.first_at, count(*) over ()::int as total
    from paper_batch_items i left join served a on a.document_id = i.document_id where ${shown})`

/** Of the `items` that `itemsOf` has found. */
export const selectItems = sql`
  select i.total, i.id, i.n, i.filename, s.filename as file, i.first_page as "firstPage", i.last_page as "lastPage", i.state,
    i.holder_id as "holderId", h.legal_name as holder, h.number as "holderNumber", ${nameOrAddress('m')} as "matchedBy",
    i.found, i.doubts,
    i.remarks || app.more_for_holder(i.batch_id, i.holder_id, i.id) as remarks, i.excluded_reason as "excludedReason", i.drawn,
    coalesce(l.looked_at >= i.changed_at, false) as "isOpened", i.part_path is not null as "hasFile",
    case when i.filed_at is not null then i.document_id end as "documentId", coalesce(i.readers, 0) as readers,
    i.first_at as "firstAt"
  from items i join paper_sources s on s.batch_id = i.batch_id and s.n = i.source_n
    left join holders h on h.id = i.holder_id left join user_profiles m on m.id = i.matched_by
    left join looks l on l.item_id = i.id`

async function readBatch(tx: Transaction<Database>, actor: Actor, id: string): Promise<BatchDetails> {
  const { rows } = await sql<
    Omit<BatchDetails, 'files' | 'split'> & {
      mode: SplitMode
      pages: number
    }
  >`
    select b.id, ${titleOfBatch('b')} as title, b.state, b.category, b.fund_name as "fundName", c.*, b.split_mode as mode,
      b.split_pages as pages, b.pages_read as "pagesRead", b.problem, b.created_at as "createdAt",
      ${nameOrAddress('p')} as "createdBy", b.released_at as "releasedAt",
      (select json_build_object('requestedBy', ${nameOrAddress('q')}, 'isOwn', q.id = ${actor.id},
          'total', count(i.id), 'opened', count(l.item_id))
        from approvals o join user_profiles q on q.id = o.asked_by
          left join paper_batch_items i on i.batch_id = b.id and i.drawn is not null
          left join paper_item_looks l on l.item_id = i.id and l.user_id = ${actor.id} and l.looked_at >= i.changed_at
        where o.subject_id = b.id and o.kind = ${releaseKind} and o.decision is null group by q.id) as requested,
      (select ${nameWithAddress('q')} from approvals o join user_profiles q on q.id = o.decided_by
        where o.id = b.approval_id) as "approvedBy",
      ${recalledOf('b')} as recalled,
      (select count(*)::int from app.paper_accesses(b.id)) as opened
    from paper_batches b join user_profiles p on p.id = b.created_by cross join lateral (
      select count(*)::int as documents, count(*) filter (where i.state = 'matched')::int as matched,
        count(*) filter (where i.state = 'matched' and i.matched_by is not null)::int as "byHand",
        count(*) filter (where i.state in ('ambiguous', 'unmatched', 'conflict'))::int as open,
        count(*) filter (where i.state = 'conflict')::int as conflicts,
        count(*) filter (where i.state = 'excluded')::int as excluded, count(i.filed_at)::int as filed
      from paper_batch_items i where i.batch_id = b.id) c
    where b.id = ${id}`.execute(tx)
  const [found] = rows
  if (!found) throw new PortalError('NOT_FOUND')
  const files = await tx
    .selectFrom('paper_sources')
    .select(['n', 'filename', 'pages', 'problem'])
    .where('batch_id', '=', id)
    .orderBy('n')
    .execute()
  const { mode, pages, ...batch } = found
  return {
    ...batch,
    split: { mode, pages },
    files: files as BatchFile[],
  }
}
