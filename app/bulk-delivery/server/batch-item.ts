import { sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { nameOrAddress } from '../../../server/access/name-with-address.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import { containing } from '../../../server/database/like-pattern.ts'
import { searchWords } from '../../../server/database/search-words.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { type Served, served } from '../../runs/server/export-accesses.ts'
import { titleOfBatch } from '../../runs/server/run-kinds.ts'
import { accessesShown } from '../limits.ts'
import type { BatchState } from '../words.ts'
import { type BatchItemRow, itemsOf, selectItems } from './batch.ts'

/** A holder who may be chosen by hand. */
export interface Suggested {
  id: string
  number: string
  name: string
  /** Its members. */
  members: string
}

/** Bytes of a document that were served to someone. */
export interface DocumentAccess extends Served {
  id: number
}

/** A document of a batch on its page. */
export interface BatchItemDetails extends BatchItemRow {
  batchId: string
  batchTitle: string
  batchState: BatchState
  /** Numbers of notes and holders on its pages, with their holders; of a tax number only the holders. */
  strong: { kind: 'tin' | 'note' | 'holder'; number: string; holders: { id: string; number: string; name: string }[] }[]
  suggested: Suggested[]
  /** Holders that a search has found. */
  searched: Suggested[]
  /** Its neighbors in the batch, and the next one that is pending. */
  previous: string | null
  next: string | null
  nextOpen: string | null
  accesses: DocumentAccess[]
}

/** Holders that a search shows. */
const mostSearched = 8

/**
 * @param search of a holder: part of a name or a number
 * @returns a document of a batch: what speaks for whom, who may be chosen, and every byte of it that was served
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND
 */
export async function getBatchItem(actor: Actor, itemId: string, search = ''): Promise<BatchItemDetails> {
  const id = assertId(itemId)
  return queryAsAdministrator(actor, async tx => {
    const found = await sql<{
      batch: string
    }>`select batch_id as batch from paper_batch_items where id = ${id}`.execute(tx)
    const batchId = found.rows[0]?.batch
    if (!batchId) throw new PortalError('NOT_FOUND')
    const { rows } = await sql<
      Omit<BatchItemDetails, 'accesses' | 'suggested' | 'searched'>
    >`${itemsOf(batchId, actor, sql`i.id = ${id}`)}, others as (select id, n, state from paper_batch_items where batch_id = ${batchId})
      select p.*, b.id as "batchId", ${titleOfBatch('b')} as "batchTitle", b.state as "batchState",
        (select coalesce(json_agg(json_build_object('kind', k ->> 'kind', 'number', k ->> 'number', 'holders',
            (select json_agg((select json_build_object('id', h.id, 'number', h.number, 'name', h.legal_name) from holders h
              where h.id = own.id::uuid)) from jsonb_array_elements_text(k -> 'holders') own (id)))), '[]')
          from paper_batch_items i cross join lateral jsonb_array_elements(i.strong) k where i.id = p.id) as strong,
        (select o.id from others o where o.n < p.n order by o.n desc limit 1) as previous,
        (select o.id from others o where o.n > p.n order by o.n limit 1) as next,
        (select o.id from others o where o.id <> p.id and o.state in ('ambiguous', 'unmatched', 'conflict')
          order by o.n < p.n, o.n limit 1) as "nextOpen"
      from (${selectItems}) p cross join paper_batches b where b.id = ${batchId}`.execute(tx)
    const [item] = rows
    if (!item) throw new PortalError('NOT_FOUND')
    const suggested = await sql<Suggested>`${selectHolder}
      from paper_batch_items i cross join lateral unnest(i.suggested) with ordinality s (holder, place)
        join holders h on h.id = s.holder where i.id = ${id} order by s.place`.execute(tx)
    const searched = await findHolders(tx, search)
    const accesses = await sql<DocumentAccess>`
      select a.id, ${served}, not app.read_as_recipient(a.user_id, i.document_id, i.holder_id, a.begun_at) as "isOffice"
      from paper_batch_items i join file_accesses a on a.document_id = i.document_id join user_profiles p on p.id = a.user_id
      where i.id = ${id} order by "isOffice", a.id desc limit ${accessesShown}`.execute(tx)
    return { ...item, suggested: suggested.rows, searched, accesses: accesses.rows }
  })
}

const selectHolder = sql`
  select h.id, h.number, h.legal_name as name, coalesce((select string_agg(${nameOrAddress('p')}, ', ' order by m.added_at)
    from holder_members m join user_profiles p on p.id = m.user_id where m.holder_id = h.id and m.ended_at is null), '') as members`

async function findHolders(tx: Transaction<Database>, search: string): Promise<Suggested[]> {
  const words = searchWords(search)
  if (words.length === 0) return []
  const fits = sql.join(
    words.map(
      word => sql`(app.folded(h.legal_name) like ${containing(word)} or app.folded(h.number) like ${containing(word)})`,
    ),
    sql` and `,
  )
  const { rows } = await sql<Suggested>`${selectHolder}
    from holders h where ${fits} order by h.legal_name, h.number limit ${mostSearched}`.execute(tx)
  return rows
}
