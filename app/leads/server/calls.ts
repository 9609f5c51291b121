import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { calls } from '../../../content/call-offers.ts'
import type { OfferName } from '../../../content/calls-types.ts'
import { parseFields } from '../../../rules/commands/command.ts'
import { callMoves, callPageViewsPerClient, leadDay, leadWindow } from '../../../rules/limits.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import type { Client } from '../../../server/access/client.ts'
import { assertHuman, type FormProof } from '../../../server/access/form-proof.ts'
import { performStep } from '../../../server/access/perform.ts'
import { enforceNetworkLimit, enforceRateLimit } from '../../../server/access/rate-limit.ts'
import { actAsCaller, actAsVisitor, alsoAsVisitor } from '../../../server/database/act-as.ts'
import { type CamelRow, camelRow } from '../../../server/database/camel.ts'
import type { Database } from '../../../server/database/types.ts'
import { queueMail } from '../../../server/mail/mailer.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { keyedHash } from '../../../server/platform/seal.ts'
import { bookCallCommand, cancelOwnCallCommand, moveCallCommand, showCallCommand } from '../call.commands.ts'
import {
  assertChangeable,
  availableTimes,
  type CallRequest,
  lockCalendar,
  takenTimes,
  timeTaken,
} from './call-calendar.ts'
import { callMailToFund, callMailToVisitor } from './call-mail.ts'
import { createLead } from './lead-limit.ts'
import { timeZoneOrDefault } from './visitor-time-zone.ts'

/** A call as shown to the person who booked it. Times are UTC. */
export type OwnCall = Pick<
  CamelRow<CallRequest>,
  'kind' | 'name' | 'timeZone' | 'startsAt' | 'endsAt' | 'cancelledAt'
> & { offer: OfferName }

/** @returns possible starts of a call (UTC, ISO 8601), earliest first */
export async function getFreeTimes(offer: OfferName): Promise<string[]> {
  return actAsVisitor(async tx => isoTimes(availableTimes(offer, await takenTimes(tx, offer))))
}

/**
 * Books a call: stores it, e-mails the fund, and e-mails the visitor an invitation with a link to move or cancel it. If
 * two visitors ask for the same time, the database decides which one gets it.
 * @param origin of the site, for the link
 * @param startsAt one of `getFreeTimes`
 * @param timeZone the visitor's (IANA); the fund's where it is unknown
 * @param proof sending the same form twice books one call, at the time chosen first
 * @returns where the invitation goes, and when the call starts (UTC, ISO 8601)
 */
export const requestCall = performStep(
  bookCallCommand,
  async (
    { refuse },
    client: Client,
    origin: string,
    offer: OfferName,
    startsAt: string,
    timeZone: string,
    fields: Record<string, string>,
    proof: FormProof,
  ): Promise<{ email: string; startsAt: string; timeZone: string }> => {
    const { calendar, kind, slotMinutes } = calls[offer]
    const { values, problems } = parseFields(bookCallCommand, { ...fields, time: startsAt })
    assertValid({
      ...(problems as Record<string, MessageCode>),
      ...(kind === 'phone' && values.phone === '' && { phone: 'PHONE_REQUIRED' }),
      ...(!startsAt && { time: 'TIME_REQUIRED' }),
    })
    const from = parseStart(startsAt)
    const id = assertHuman('call', proof)
    const token = randomBytes(32).toString('base64url')
    const call = {
      id,
      calendar,
      kind,
      name: values.name,
      email: values.email,
      phone: values.phone || null,
      message: values.message || null,
      time_zone: timeZoneOrDefault(timeZone),
      starts_at: new Date(from),
      ends_at: new Date(from + slotMinutes * 60_000),
    }
    const book = async (tx: Transaction<Database>) => {
      await lockCalendar(tx, calendar)
      const isFree = availableTimes(offer, await takenTimes(tx, offer)).includes(from)
      const inserted = await tx
        .insertInto('call_requests')
        .values({ ...call, token_hash: hashOf(token) })
        .onConflict(conflict => conflict.column('id').doNothing())
        .executeTakeFirst()
      // The same form was sent again: its call is booked, and its mail is on the way.
      if (!inserted.numInsertedOrUpdatedRows) return { created: false, start: await findBookedStart(tx, call.id) }
      if (!isFree) throw refuse('TIME_TAKEN')
      await notifyBoth(tx, { ...call, sequence: 0, cancelled_at: null }, 'booked', { origin, token })
      return { created: true, start: call.starts_at }
    }
    const { start } = await createLead('call', client, values.email, () => actAsVisitor(book, timeTaken))
    return { email: values.email, startsAt: start.toISOString(), timeZone: call.time_zone }
  },
)

/**
 * @param token the secret of the mailed link
 * @returns the call it belongs to
 */
export const getCall = performStep(showCallCommand, async (_, client: Client, token: string): Promise<OwnCall> => {
  await enforceLookupLimit(client)
  return actAsCaller(hashOf(token), async tx => {
    const { kind, name, timeZone, startsAt, endsAt, cancelledAt, calendar } = camelRow(await readOwnCall(tx))
    return { kind, name, timeZone, startsAt, endsAt, cancelledAt, offer: offerOf({ kind, calendar }) }
  })
})

/** Moves a call to another free time and e-mails both sides. */
export const moveCall = performStep(
  moveCallCommand,
  async ({ refuse }, client: Client, origin: string, token: string, startsAt: string): Promise<void> => {
    await enforceLookupLimit(client)
    const before = await actAsCaller(hashOf(token), readOwnCall)
    const offer = offerOf(before)
    const from = parseStart(startsAt)
    if (from === before.starts_at.getTime()) return
    await enforceRateLimit(`moves of call ${hashOf(token)}`, {
      most: callMoves,
      window: leadDay,
      code: 'TOO_MANY_TODAY',
    })
    const ends = new Date(from + calls[offer].slotMinutes * 60_000)
    await actAsCaller(
      hashOf(token),
      async tx => {
        await lockCalendar(tx, before.calendar)
        const call = assertChangeable(await readOwnCall(tx))
        // As a visitor we see all taken times. This call's own is left out, so that it can move to an overlapping time.
        const all = await alsoAsVisitor(tx, () => takenTimes(tx, offer))
        const taken = all.filter(span => span.from !== call.starts_at.getTime())
        if (!availableTimes(offer, taken).includes(from)) throw refuse('TIME_TAKEN')
        const moved = { ...call, starts_at: new Date(from), ends_at: ends, sequence: call.sequence + 1 }
        await tx
          .updateTable('call_requests')
          .set({ starts_at: moved.starts_at, ends_at: moved.ends_at, sequence: moved.sequence })
          .execute()
        await notifyBoth(tx, moved, 'moved', { origin, token })
      },
      timeTaken,
    )
  },
)

/** Cancels a call and e-mails both sides; its time is free again. */
export const cancelCall = performStep(
  cancelOwnCallCommand,
  async (_, client: Client, origin: string, token: string): Promise<void> => {
    await enforceLookupLimit(client)
    await actAsCaller(hashOf(token), async tx => {
      const { calendar } = await readOwnCall(tx)
      await lockCalendar(tx, calendar)
      const call = assertChangeable(await readOwnCall(tx))
      const cancelled = { ...call, cancelled_at: new Date(), sequence: call.sequence + 1 }
      await tx
        .updateTable('call_requests')
        .set({ cancelled_at: cancelled.cancelled_at, sequence: cancelled.sequence })
        .execute()
      await notifyBoth(tx, cancelled, 'cancelled', { origin, token })
    })
  },
)

type CallDetails = Parameters<typeof callMailToVisitor>[0]

async function notifyBoth(
  tx: Transaction<Database>,
  call: CallDetails,
  what: 'booked' | 'moved' | 'cancelled',
  { origin, token }: { origin: string; token: string },
): Promise<void> {
  await queueMail(tx, callMailToVisitor(call, what, `${origin}/call#${token}`, token))
  await queueMail(tx, callMailToFund(call, what))
}

/**
 * @returns when the call that a form booked starts
 * @throws PortalError CALL_CANCELLED; the visitor's role can't see canceled calls
 */
async function findBookedStart(tx: Transaction<Database>, id: string): Promise<Date> {
  const call = await tx.selectFrom('call_requests').select('starts_at').where('id', '=', id).executeTakeFirst()
  if (!call) throw new PortalError('CALL_CANCELLED')
  return call.starts_at
}

/** Reads the one call that app_caller can see. */
async function readOwnCall(tx: Transaction<Database>) {
  const call = await tx
    .selectFrom('call_requests')
    .select(['id', 'calendar', 'kind', 'name', 'email', 'phone', 'message', 'time_zone'])
    .select(['starts_at', 'ends_at', 'sequence', 'cancelled_at'])
    .executeTakeFirst()
  if (!call) throw new PortalError('CALL_UNKNOWN')
  return call
}

async function enforceLookupLimit(client: Client): Promise<void> {
  const limit = { most: callPageViewsPerClient, window: leadWindow, code: 'TOO_MANY_LEADS' } as const
  await enforceNetworkLimit('calls seen', client.ip, limit)
}

function offerOf({ kind, calendar }: Pick<CallRequest, 'kind' | 'calendar'>): OfferName {
  return calendar === 'founder' ? 'founder' : kind
}

function hashOf(token: string): string {
  return keyedHash('call', token)
}

function parseStart(text: string): number {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new PortalError('TIME_REQUIRED')
  return time
}

function isoTimes(times: number[]): string[] {
  return times.map(time => new Date(time).toISOString())
}

/** @throws PortalError with what is wrong with a form's fields, if anything is */
function assertValid(problems: Partial<Record<string, MessageCode>>): void {
  const [first] = Object.values(problems)
  if (first) throw new PortalError(first, { problems: problems as Record<string, MessageCode> })
}
