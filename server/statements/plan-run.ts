import { type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import type { StatementRunsTable } from '../database/statement-tables.ts'
import type { Database } from '../database/types.ts'
import { findHoldersWithNotes } from '../ledger/holders-with-notes.ts'

/**
 * Adds a statement for each holder of a run, with its number and its files' names. Doing it again changes nothing.
 * @returns which holders can't get one, and why
 */
export async function planRun(tx: Transaction<Database>, runId: string): Promise<string | undefined> {
  const run = await tx.selectFrom('statement_runs').selectAll().where('id', '=', runId).forUpdate().executeTakeFirst()
  if (run?.state !== 'preparing') return undefined
  const holders = await holdersOf(tx, run)
  await sql`insert into statements (run_id, kind, holder_id, period_start, period_end, user_id, file_stamp, corrects)
    select ${runId}, ${run.kind}, h.id, ${run.period_start}::date, ${run.period_end}::date, m.user_id,
      (extract(epoch from clock_timestamp()) * 1e6)::bigint + row_number() over (order by h.number), ${run.corrects}::uuid
    from holders h cross join lateral (select m.user_id from holder_members m where m.holder_id = h.id and m.ended_at is null
      order by m.member_right = 'owner' desc, m.added_at, m.id limit 1) m
    where h.id = any (${holders}) order by h.number on conflict (run_id, holder_id) do nothing`.execute(tx)
  const { rows } = await sql<{ number: string }>`select h.number from holders h where h.id = any (${holders})
    and not exists (select from statements s where s.run_id = ${runId} and s.holder_id = h.id) order by 1 limit 20`.execute(
    tx,
  )
  return rows.length > 0 ? `Nobody acts for ${rows.map(({ number }) => number).join(', ')}.` : undefined
}

/** @returns the ids of the holders that a run concerns */
export async function holdersOf(
  tx: Transaction<Database>,
  run: Pick<Selectable<StatementRunsTable>, 'kind' | 'rhythm' | 'period_start' | 'period_end' | 'holder_id'>,
): Promise<string[]> {
  if (run.holder_id) return [run.holder_id]
  const ids = await findHoldersWithNotes(tx, { start: run.period_start, end: run.period_end })
  if (ids.length === 0) return []
  const holders = tx.selectFrom('holders').select('id').where(sql<SqlBool>`id = any (${ids})`)
  const concerned =
    run.kind === 'statement' ? holders.where('statement_rhythm', '=', run.rhythm) : holders.where('kind', '=', 'sdira')
  return (await concerned.execute()).map(({ id }) => id)
}
