import { sql } from 'kysely'
import { href } from 'react-router'
import { letterRunTitle } from '../../rules/letters.commands.ts'
import {
  type DocumentRunKind,
  runsOfDocuments,
  runsPerPage,
  type StatementRunTitle,
  statementRunTitle,
  type TaxRunTitle,
  taxRunTitle,
} from '../../rules/runs.ts'
import type { Actor } from '../access/actor.ts'
import { nameOrAddress } from '../access/name-with-address.ts'
import { queryAsAdministrator } from '../access/roles.ts'

/** A run of documents in the office's list, whatever its kind. Times are UTC. */
export interface DocumentRun {
  id: string
  kind: DocumentRunKind
  /** The address of its page. */
  to: string
  title: string
  /** In words. */
  state: string
  /** It can't continue. */
  hasProblem: boolean
  documents: number
  /** Those of them that their recipients have. */
  released: number
  createdAt: Date
  /** Null where the calendar began it. */
  createdBy: string | null
}

type Row = Omit<DocumentRun, 'title' | 'kind' | 'to'> & { total: number } & (
    | { kind: 'statements'; title: StatementRunTitle }
    | { kind: 'tax'; title: TaxRunTitle }
    | { kind: 'letters'; title: number }
    | { kind: 'delivery' | 'bulk'; title: string }
  )

const addressOf: Record<DocumentRunKind, (id: string) => string> = {
  statements: id => href('/profile/admin/statements/:id', { id }),
  tax: id => href('/profile/admin/tax/forms/:id', { id }),
  letters: id => href('/profile/admin/letters/:id', { id }),
  delivery: id => href('/profile/admin/deliveries/:id', { id }),
  bulk: id => href('/profile/admin/bulk/:id', { id }),
}

/** What a bulk delivery `b` is called: 'Tax form, 2025', or by its first file. */
export const titleOfBatch = sql<string>`case when b.period <> '' then concat_ws(', ', nullif(b.word, ''), b.period)
  else (select regexp_replace(min(s.filename) filter (where s.n = 1), '[.][^.]*$', '') || case when count(*) > 1 then ' and more' else '' end
    from paper_sources s where s.batch_id = b.id) end`

/** Of each kind, the row that a page names: its title or what that is made of, its state, and its documents. */
const about = {
  statements: sql`select to_json(t) as title, r.state, r.problem, r.requested_by as by, c.documents, c.released
    from statement_runs r
      cross join lateral (select r.kind, r.rhythm, r.period_end as "end",
        (select s.number from statements s where s.id = r.corrects) as corrects,
        (select h.number from holders h where h.id = r.holder_id) as "holderNumber") t
      cross join lateral (select count(*) as documents, count(s.released_at) as released
        from statements s where s.run_id = r.id) c
    where page.kind = 'statements' and r.id = page.id`,
  tax: sql`select to_json(t), r.state, r.problem, r.requested_by, c.documents, c.released from tax_runs r
      cross join lateral (select r.year, (select h.number from holders h where h.id = r.holder_id) as number,
        r.corrects is not null as "isCorrection") t
      cross join lateral (select count(*) as documents, count(f.furnished_at) as released
        from tax_returns f where f.run_id = r.id and f.document_id is not null) c
    where page.kind = 'tax' and r.id = page.id`,
  letters: sql`select to_json(r.year), r.state, case r.state when 'preparing' then r.problem end, r.requested_by, c.documents,
      case when r.state = 'released' then c.documents else 0 end
    from letter_runs r
      cross join lateral (select count(l.document_id) as documents from letters l where l.run_id = r.id) c
    where page.kind = 'letters' and r.id = page.id`,
  delivery: sql`select to_json(d.title), d.state, d.problem, d.sent_by, c.documents,
      case when d.state = 'sent' then c.documents else 0 end
    from document_deliveries d
      cross join lateral (select count(*) as documents from delivery_documents i where i.delivery_id = d.id) c
    where page.kind = 'delivery' and d.id = page.id`,
  bulk: sql`select to_json(${titleOfBatch}), b.state, b.problem, b.created_by, c.documents,
      case when b.state = 'recalled' then 0 else c.filed end
    from paper_batches b
      cross join lateral (select count(*) filter (where i.state = 'matched') as documents, count(i.filed_at) as filed
        from paper_batch_items i where i.batch_id = b.id) c
    where page.kind = 'bulk' and b.id = page.id`,
} satisfies Record<DocumentRunKind, unknown>

/**
 * @param page from 0
 * @param only the requested kind, if not all
 * @returns a page of the runs, newest first, and how many there are
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getRuns(
  actor: Actor,
  page = 0,
  only: DocumentRunKind | null = null,
): Promise<{ runs: DocumentRun[]; total: number }> {
  return queryAsAdministrator(actor, async tx => {
    const { rows } = await sql<Row>`
      with page as (select *, count(*) over ()::int as total from (
          select 'statements' as kind, id, created_at from statement_runs union all
          select 'tax', id, created_at from tax_runs union all
          select 'letters', id, created_at from letter_runs union all
          select 'delivery', id, created_at from document_deliveries union all
          select 'bulk', id, created_at from paper_batches) r
        where kind = coalesce(${only}, kind) order by created_at desc, id desc limit ${runsPerPage} offset ${page * runsPerPage})
      select page.id, page.kind, page.total, page.created_at as "createdAt", r.title, r.state,
        r.problem is not null as "hasProblem", r.documents::int, r.released::int, ${nameOrAddress('p')} as "createdBy"
      from page cross join lateral (${sql.join(Object.values(about), sql` union all `)}) r
        left join user_profiles p on p.id = r.by
      order by page.created_at desc, page.id desc`.execute(tx)
    const runs = rows.map(row => {
      const { total: _, ...run } = row
      const states: Record<string, string> = runsOfDocuments[row.kind].states
      return { ...run, to: addressOf[row.kind](row.id), title: titleOf(row), state: states[row.state] ?? row.state }
    })
    return { runs, total: rows[0]?.total ?? 0 }
  })
}

function titleOf(row: Row): string {
  if (row.kind === 'statements') return statementRunTitle(row.title)
  if (row.kind === 'letters') return letterRunTitle(row.title)
  return row.kind === 'tax' ? taxRunTitle(row.title) : row.title
}
