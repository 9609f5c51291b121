import { sql } from 'kysely'
import { calls } from '../../../content/call-offers.ts'
import { aliased, type CamelRow } from '../../../server/database/camel.ts'
import { prepared } from '../../../server/database/prepared.ts'
import type { CallRequest } from './call-calendar.ts'

/** A call that is still ahead today. Times are UTC. */
export type CallToday = Pick<
  CamelRow<CallRequest>,
  'id' | 'kind' | 'calendar' | 'name' | 'phone' | 'startsAt' | 'endsAt'
>

const tomorrow = sql<Date>`(date_trunc('day', now() at time zone ${sql.lit(calls.timeZone)}) + interval '1 day') at time zone ${sql.lit(calls.timeZone)}`

/** Today's calls that haven't ended, by the fund's calendar, earliest first; for administrators. */
export const callsToday = prepared('calls_today', db =>
  db
    .selectFrom('call_requests')
    .select(aliased(['id', 'kind', 'calendar', 'name', 'phone', 'starts_at', 'ends_at']))
    .where('cancelled_at', 'is', null)
    // No call is longer than four hours, so that the index finds those that have begun.
    .where('starts_at', '>', sql<Date>`now() - interval '4 hours'`)
    .where('starts_at', '<', tomorrow)
    .where('ends_at', '>', sql<Date>`now()`)
    .orderBy('starts_at'),
)
