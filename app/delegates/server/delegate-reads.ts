import { sql, type Transaction } from 'kysely'
import { addMonths } from '../../../rules/days.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import type { DelegateReads } from '../../notifications/server/notification-settings.ts'

/** @returns the first day of the month before a day, and of the day's own; both 'YYYY-MM-DD' */
export function monthBefore(today: string): { from: string; to: string } {
  const to = `${today.slice(0, 8)}01`
  return { from: addMonths(to, -1), to }
}

/**
 * For a person's digest, in a transaction that acts as them: what delegates of their own holders read.
 * @param delegateIds persons
 * @param before in the month after that which it is about
 */
export async function readsOf(
  tx: Transaction<Database>,
  delegateIds: string[],
  before: Date,
): Promise<DelegateReads[]> {
  const { from, to } = monthBefore(fundDay(before))
  const { rows } = await sql<DelegateReads>`
    select g.kind, count(distinct r.document_id)::int as documents, bool_or(r.how = 'figures') as figures
    from delegate_reads r join grants g on g.id = r.grant_id
    where r.person_id = any (${delegateIds}::uuid[]) and r.holder_id = any ((select app.my_owners())::uuid[])
      and r.read_at >= app.after_fund_day(${from}::date - 1::integer) and r.read_at < app.after_fund_day(${to}::date - 1::integer)
    group by r.person_id, g.kind order by g.kind, r.person_id`.execute(tx)
  return rows
}
