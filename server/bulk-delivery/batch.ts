import { type RawBuilder, sql, type Transaction } from 'kysely'
import { itemsPerPage } from '../../rules/bulk-delivery/limits.ts'
import type { Doubt, KeyKind } from '../../rules/bulk-delivery/match.ts'
import type { SplitMode } from '../../rules/bulk-delivery/split.ts'
import type { BatchFilter, Drawn, FileProblem, ItemState, Remark } from '../../rules/bulk-delivery/words.ts'
import type { Actor } from '../access/actor.ts'
import { assertId } from '../access/ids.ts'
import { nameOrAddress, nameWithAddress } from '../access/name-with-address.ts'
import { asAdministrator } from '../access/roles.ts'
import type { Database } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'
import { titleOfBatch } from '../runs/runs-list.ts'
import { type BatchRow, countedItems } from './batches-list.ts'
import { releaseKind } from './locked-batch.ts'

/** A file of a batch. */
export interface BatchFile {
  n: number
  filename: string
  pages: number | null
  problem: FileProblem | null
}

/** A bulk delivery on its page. Times are UTC. */
export interface BatchDetails extends BatchRow {
  fundName: string
  byHand: number
  conflicts: number
  /** Documents that are made. */
  filed: number
  split: { mode: SplitMode; pages: number }
  pagesRead: number
  problem: string | null
  files: BatchFile[]
  /** The pending request. */
  requested: { by: string; isOwn: boolean; at: Date } | null
  /** Documents that are drawn for the second person, and those of them that the actor has opened. */
  drawn: number
  drawnOpened: number
  approvedBy: string | null
  recalled: { by: string; at: Date; reason: string } | null
  /** Released documents of which a person outside the office was sent a byte. */
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
    Omit<BatchDetails, 'files' | 'split' | 'requested' | 'recalled'> & {
      mode: SplitMode
      pages: number
      requested: { by: string; by_id: string; at: string } | null
      recalled: { by: string; at: string; reason: string } | null
    }
  >`
    select b.id, ${titleOfBatch} as title, b.state, b.category, b.fund_name as "fundName", c.*, b.split_mode as mode,
      b.split_pages as pages, b.pages_read as "pagesRead", b.problem, b.created_at as "createdAt",
      ${nameOrAddress('p')} as "createdBy", b.released_at as "releasedAt",
      (select json_build_object('by', ${nameOrAddress('q')}, 'by_id', q.id, 'at', o.asked_at) from approvals o
        join user_profiles q on q.id = o.asked_by where o.subject_id = b.id and o.kind = ${releaseKind} and o.decision is null) as requested,
      (select ${nameWithAddress('q')} from approvals o join user_profiles q on q.id = o.decided_by
        where o.id = b.approval_id) as "approvedBy",
      case when b.recalled_at is not null then (select json_build_object('by', ${nameOrAddress('q')}, 'at', b.recalled_at,
        'reason', b.reason) from user_profiles q where q.id = b.recalled_by) end as recalled,
      (select count(*)::int from paper_batch_items i where i.batch_id = b.id and i.drawn is not null) as drawn,
      (select count(*)::int from paper_batch_items i join paper_item_looks l on l.item_id = i.id and l.user_id = ${actor.id}
        and l.looked_at >= i.changed_at where i.batch_id = b.id and i.drawn is not null) as "drawnOpened",
      (select count(*)::int from app.paper_accesses(b.id)) as opened
    from paper_batches b join user_profiles p on p.id = b.created_by cross join lateral ${countedItems} c
    where b.id = ${id}`.execute(tx)
  const [found] = rows
  if (!found) throw new PortalError('NOT_FOUND')
  const files = await tx
    .selectFrom('paper_sources')
    .select(['n', 'filename', 'pages', 'problem'])
    .where('batch_id', '=', id)
    .orderBy('n')
    .execute()
  const { mode, pages, requested, recalled, ...batch } = found
  return {
    ...batch,
    split: { mode, pages },
    files: files as BatchFile[],
    requested: requested && { by: requested.by, isOwn: requested.by_id === actor.id, at: new Date(requested.at) },
    recalled: recalled && { ...recalled, at: new Date(recalled.at) },
  }
}
