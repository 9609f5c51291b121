import { type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import type { Database, StatementRunsTable } from '../../../server/database/types.ts'
import { firstMemberOf } from '../../holders/server/first-member.ts'
import { findHoldersWithNotes } from '../../ledger/server/holders-with-notes.ts'
import { plannedStamp, problemLength } from '../../runs/server/prepare-run.ts'

/** What a run is about. */
type Run = Pick<
  Selectable<StatementRunsTable>,
  'kind' | 'rhythm' | 'period_start' | 'period_end' | 'holder_id' | 'corrects'
>

/** A holder that gets a statement or letter, and the first day it is about, 'YYYY-MM-DD'. */
interface Recipient {
  holder: string
  start: string
}

/**
 * Adds a statement for each holder of a run, with its number and its files' names; a holder without members is left
 * out, which the run says.
 */
export async function planRun(tx: Transaction<Database>, run: Run & { id: string }): Promise<void> {
  const recipients = await recipientsOf(tx, run, run.id)
  const holders = recipients.map(({ holder }) => holder)
  const starts = recipients.map(({ start }) => start)
  await sql`insert into statements (run_id, kind, holder_id, period_start, period_end, user_id, file_stamp, corrects)
    select ${run.id}, ${run.kind}, h.id, r.start, ${run.period_end}::date, m.user_id, ${plannedStamp(sql`h.number`)},
      ${run.corrects}::uuid
    from unnest(${holders}::uuid[], ${starts}::date[]) r (holder, start) join holders h on h.id = r.holder
      cross join lateral (${firstMemberOf(sql.ref('h.id'))}) m
    order by h.number on conflict (run_id, holder_id) do nothing`.execute(tx)
  const { rows } = await sql<{ number: string }>`select h.number from holders h where h.id = any (${holders})
    and not exists (select from statements s where s.run_id = ${run.id} and s.holder_id = h.id) order by 1 limit 20`.execute(
    tx,
  )
  const numbers = rows.map(({ number }) => number).join(', ')
  const left_out = numbers ? `${numbers}: no authorized person.`.slice(0, problemLength) : null
  await tx.updateTable('statement_runs').set({ left_out }).where('id', '=', run.id).execute()
}

/**
 * @param runId of a run that has been begun: its own statements don't count as earlier ones
 * @returns the holders that a run concerns
 */
export async function recipientsOf(tx: Transaction<Database>, run: Run, runId?: string): Promise<Recipient[]> {
  if (run.holder_id && run.corrects) return [{ holder: run.holder_id, start: run.period_start }]
  return run.kind === 'statement' ? statementRecipients(tx, run, runId) : letterRecipients(tx, run)
}

async function letterRecipients(tx: Transaction<Database>, run: Run): Promise<Recipient[]> {
  const ids = await findHoldersWithNotes(tx, { start: run.period_start, end: run.period_end })
  if (ids.length === 0) return []
  const wanted = run.holder_id ? ids.filter(id => id === run.holder_id) : ids
  const holders = tx.selectFrom('holders').select('id').where(sql<SqlBool>`id = any (${wanted})`)
  const rows = await holders.where('kind', '=', 'sdira').execute()
  return rows.map(({ id }) => ({ holder: id, start: run.period_start }))
}

/**
 * A statement begins where the holder's last one ended; the first one with the month of the first entry here, where
 * that is earlier. So nothing is omitted or repeated where a holder's rhythm changes within a period.
 * @returns the holders of a rhythm, or the one of the run, who were owed something when their statement begins, or for whom something was booked
 */
async function statementRecipients(tx: Transaction<Database>, run: Run, runId = ''): Promise<Recipient[]> {
  const { rhythm, period_start: start, period_end: end, holder_id: alone } = run
  const isOfRun = alone ? sql`h.id = ${alone}` : sql`h.statement_rhythm = ${rhythm}`
  const { rows } = await sql<Recipient>`
    with books as materialized (
      select m.holder_id, m.booked_on, min(m.created_at) as recorded, sum(m.principal_cents + m.interest_cents) as owed
      from app.note_movements m where m.booked_on <= ${end}::date group by m.holder_id, m.booked_on),
    before as materialized (
      select s.holder_id, max(s.period_end) as ended from statements s join statement_runs r on r.id = s.run_id
      where r.kind = 'statement' and s.corrects is null and s.run_id is distinct from nullif(${runId}, '')::uuid
      group by s.holder_id),
    due as materialized (
      select b.holder_id, before.ended,
        coalesce((before.ended + interval '1 day')::date, least(${start}::date, date_trunc('month', min(b.recorded))::date)) as begins
      from books b left join before on before.holder_id = b.holder_id group by b.holder_id, before.ended),
    sums as (
      select d.holder_id, d.begins,
        sum(b.owed) filter (where b.booked_on < d.begins) as owed,
        count(*) filter (where b.booked_on >= d.begins and b.booked_on < ${start}::date) as missed,
        sum(b.owed) filter (where b.booked_on < ${start}::date) as opening,
        count(*) filter (where b.booked_on >= greatest(d.begins, ${start}::date)) as booked
      from due d join books b on b.holder_id = d.holder_id where d.begins <= ${end}::date
      group by d.holder_id, d.begins)
    select h.id as holder, (case when s.begins >= ${start}::date or s.owed <> 0 or s.missed > 0 then s.begins
      else ${start}::date end)::text as start
    from sums s join holders h on h.id = s.holder_id
    where ${isOfRun} and (s.owed <> 0 or s.missed > 0 or s.opening <> 0 or s.booked > 0)
    order by h.number`.execute(tx)
  return rows
}
