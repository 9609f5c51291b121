import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { StatementRunTitle } from '../../runs/runs.ts'
import { digestOf } from '../../runs/server/release-run.ts'
import type { RunState } from '../statements.ts'

/** A run, with the sums of its statements. Days are 'YYYY-MM-DD', both of a period included. */
export interface RunFigures extends StatementRunTitle {
  id: string
  start: string
  state: RunState
  holderId: string | null
  reason: string | null
  /** Why some of it could not be prepared. */
  problem: string | null
  /** Which holders got none, and why. */
  leftOut: string | null
  statements: number
  prepared: number
  /** Cents as text, since approvals keep them and pages get them as JSON. */
  principal: string
  interest: string
  /** SHA-256 of the numbers and PDFs of all. */
  digest: string
  /** Whether the ledger has had entries about this period since. */
  isStale: boolean
}

/** @returns a condition: entries about a statement's period were booked after it was prepared */
const isStale = sql`exists (select from ledger_entries e join ledger_chain c on c.entry_id = e.id
  where e.holder_id = s.holder_id and c.position > s.ledger_seq
    and (e.booked_on <= s.period_end or s.corrects is not null and e.relates_to between s.period_start and s.period_end))`

export async function readRunFigures(tx: Transaction<Database>, id: string): Promise<RunFigures> {
  const { rows } = await sql<RunFigures>`
    select r.id, r.kind, r.rhythm, r.period_start as start, r.period_end as "end", r.state, r.holder_id as "holderId",
      h.number as "holderNumber", c.number as corrects, r.reason, r.problem, r.left_out as "leftOut", s.*
    from statement_runs r left join statements c on c.id = r.corrects left join holders h on h.id = r.holder_id
      cross join lateral (select count(*)::int as statements,
        count(*) filter (where s.prepared_at >= r.begun_at)::int as prepared,
        coalesce(sum(s.closing_principal_cents), 0)::text as principal,
        coalesce(sum(s.closing_interest_cents), 0)::text as interest,
        ${digestOf(sql`s.number || ' ' || s.sha256`, sql`s.number`)} as digest,
        r.state = 'prepared' and coalesce(bool_or(${isStale}), false) as "isStale"
        from statements s where s.run_id = r.id) s
    where r.id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw new PortalError('NOT_FOUND')
  return row
}
