import { sql } from 'kysely'
import { calendarReads } from '../../../rules/limits.ts'
import { consumeRateLimit } from '../../../server/access/rate-limit.ts'
import { actAs } from '../../../server/database/act-as.ts'
import type { SigningActor } from '../../../server/database/signed-actor.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { getHoldings } from '../../holdings/server/holdings.ts'
import { type FoundCalendar, findCalendar } from './addresses.ts'
import { type CalendarDay, calendarFile, contentOf, daysOf, isInCalendar, type SentDay } from './events.ts'

/**
 * @param token the secret in a calendar address
 * @returns its calendar as a file (RFC 5545). An event's UID is permanent, and its SEQUENCE rises with each change
 * @throws PortalError NOT_FOUND for an unknown or revoked address, or a disabled owner; RATE_LIMIT
 */
export async function getCalendarFile(token: string): Promise<string> {
  const found = await findCalendar(token)
  if (!found) throw new PortalError('NOT_FOUND')
  await consumeRateLimit(`calendar ${found.addressId}`, calendarReads, 60 * 60_000)
  const actor = { id: found.userId }
  const holdings = await getHoldings(actor)
  const days = (holdings?.notes ?? [])
    .filter(note => isInCalendar(note, holdings?.today ?? ''))
    .flatMap(note => daysOf(note, found.withAmounts))
  return calendarFile(days, await recordContent(actor, found, days))
}

/** Records the events' current content. @returns each event's sequence, and the time of its last change */
async function recordContent(
  actor: SigningActor,
  { addressId }: FoundCalendar,
  days: readonly CalendarDay[],
): Promise<Map<string, SentDay>> {
  const contents = new Map(days.map(day => [day.uid, contentOf(day)]))
  const read = () => actAs(actor, tx => readSent(tx, addressId))
  const sent = await read()
  const changed = days.filter(({ uid }) => !sent.get(uid)?.content.equals(contents.get(uid) ?? Buffer.alloc(0)))
  if (changed.length === 0) return sent
  await actAs(actor, tx =>
    // For concurrent requests, the second finds the content already recorded.
    sql`
      insert into calendar_events as told (address_id, uid, content_sha256)
      select ${addressId}, new.uid, new.content from unnest(${changed.map(({ uid }) => uid)}::text[],
        ${changed.map(({ uid }) => contents.get(uid))}::bytea[]) as new(uid, content) order by new.uid
      on conflict (address_id, uid) do update
        set sequence = told.sequence + 1, content_sha256 = excluded.content_sha256, changed_at = now()
        where told.content_sha256 <> excluded.content_sha256`.execute(tx),
  )
  return read()
}

type Transaction = Parameters<Parameters<typeof actAs>[1]>[0]

async function readSent(tx: Transaction, addressId: string): Promise<Map<string, SentDay & { content: Buffer }>> {
  const rows = await tx
    .selectFrom('calendar_events')
    .select(['uid', 'sequence', 'changed_at as changedAt', 'content_sha256 as content'])
    .where('address_id', '=', addressId)
    .execute()
  return new Map(rows.map(({ uid, ...rest }) => [uid, rest]))
}
