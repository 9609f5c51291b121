import { sql, type Transaction } from 'kysely'
import { calls } from '../../content/call-offers.ts'
import type { Database } from '../database/types.ts'
import type { CallRequest } from './call-calendar.ts'

/** A call that is still ahead today. Times are UTC. */
export type CallToday = Pick<CallRequest, 'id' | 'kind' | 'calendar' | 'name' | 'phone' | 'starts_at' | 'ends_at'>

/** @returns today's calls that haven't ended, by the fund's calendar, earliest first, in an administrator's transaction */
export function findCallsToday(tx: Transaction<Database>): Promise<CallToday[]> {
  const tomorrow = sql<Date>`(date_trunc('day', now() at time zone ${calls.timeZone}) + interval '1 day') at time zone ${calls.timeZone}`
  return (
    tx
      .selectFrom('call_requests')
      .select(['id', 'kind', 'calendar', 'name', 'phone', 'starts_at', 'ends_at'])
      .where('cancelled_at', 'is', null)
      // No call is longer than four hours, so that the index finds those that have begun.
      .where('starts_at', '>', sql<Date>`now() - interval '4 hours'`)
      .where('starts_at', '<', tomorrow)
      .where('ends_at', '>', sql<Date>`now()`)
      .orderBy('starts_at')
      .execute()
  )
}

/** @returns who sent the newest unanswered messages, in an administrator's transaction */
export async function namesOfNewestSenders(tx: Transaction<Database>, most: number): Promise<string[]> {
  const newest = await tx
    .selectFrom('messages')
    .select('name')
    .where('state', '=', 'new')
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
  return newest.map(({ name }) => name)
}
