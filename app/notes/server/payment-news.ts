import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import type { Progress } from '../payment-day.ts'

/** @returns the payment progress of notes by the ledger, for notes visible to the transaction */
export async function progressOfNotes(tx: Transaction<Database>, noteIds: readonly string[]): Promise<Progress[]> {
  const { rows } = await sql<Omit<Progress, 'next'> & { next: string | null }>`
    select count(*) filter (where s.is_paid)::int as paid, count(*)::int as "of",
      min(s.pay_date) filter (where not s.is_paid and s.pay_date >= ${fundDay()}::date)::text as next
    from notes n join (select l.*, l.paid_cents >= l.interest_cents and l.principal_left_cents = 0 as is_paid
      from app.line_status l where l.note_id in (${sql.join(noteIds)})) s on s.note_id = n.id and s.version = n.version
    where n.id in (${sql.join(noteIds)}) group by n.id`.execute(tx)
  return rows.map(({ next, ...progress }) => ({ ...progress, next: next ?? undefined }))
}
