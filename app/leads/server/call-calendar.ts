import { type Selectable, sql, type Transaction } from 'kysely'
import { calls } from '../../../content/call-offers.ts'
import type { OfferName } from '../../../content/calls-types.ts'
import type { CallRequestsTable, Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { freeTimes, type Span } from './free-times.ts'

export type CallRequest = Selectable<CallRequestsTable>

/** The error where the database finds that a time was taken meanwhile. */
export const timeTaken = { team_is_free: 'TIME_TAKEN', founder_is_free: 'TIME_TAKEN' } as const

/** Locks a calendar until the transaction ends. Others who book, move or cancel in it wait, then see what is left. */
export async function lockCalendar(tx: Transaction<Database>, calendar: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`calls ${calendar}`}, 0))`.execute(tx)
}

export function assertChangeable<Call extends Pick<CallRequest, 'cancelled_at' | 'starts_at'>>(call: Call): Call {
  if (call.cancelled_at) throw new PortalError('CALL_CANCELLED')
  if (call.starts_at.getTime() <= Date.now()) throw new PortalError('CALL_BEGUN')
  return call
}

/**
 * @param taken spans that are not free
 * @returns possible starts of a call, milliseconds since 1970, earliest first
 */
export function availableTimes(offer: OfferName, taken: readonly Span[]): number[] {
  return freeTimes(calls[offer], calls, taken, Date.now())
}

/** @returns the spans taken in a calendar from now on, as far as the transaction's role can see calls */
export async function takenTimes(tx: Transaction<Database>, offer: OfferName): Promise<Span[]> {
  const taken = await tx
    .selectFrom('call_requests')
    .select(['starts_at', 'ends_at'])
    .where('calendar', '=', calls[offer].calendar)
    .where('cancelled_at', 'is', null)
    .where('ends_at', '>', sql<Date>`now()`)
    .execute()
  return taken.map(({ starts_at, ends_at }) => ({ from: starts_at.getTime(), to: ends_at.getTime() }))
}
