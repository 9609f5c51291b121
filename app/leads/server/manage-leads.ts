import { sql } from 'kysely'
import { leadRetention } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { aliased, type CamelRow } from '../../../server/database/camel.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { CallRequest } from './call-calendar.ts'
import type { VisitorMessage } from './visitor-messages.ts'

/** A visitor's message, without its state, which its conversation says. */
export type LeadMessage = Pick<CamelRow<VisitorMessage>, 'id' | 'phone' | 'message' | 'amountRange' | 'createdAt'>

/** A call as administrators see it. Times are UTC. */
export type LeadCall = Pick<
  CamelRow<CallRequest>,
  'id' | 'calendar' | 'kind' | 'name' | 'phone' | 'message' | 'timeZone' | 'startsAt' | 'endsAt' | 'cancelledAt'
> & { createdAt: Date }

/** What a visitor sent; one of the two is null. */
export interface Lead {
  message: LeadMessage | null
  call: LeadCall | null
  /** Who in the portal has the visitor's e-mail address. */
  person: { id: string; name: string } | null
}

/**
 * Reads a visitor's message, or a call that a visitor booked.
 * @param id of either
 */
export async function getLead(actor: Actor, id: string): Promise<Lead> {
  const known = assertId(id)
  return queryAsAdministrator(actor, async tx => {
    const message = await tx
      .selectFrom('messages')
      .select(aliased(['id', 'email', 'phone', 'message', 'amount_range', 'created_at']))
      .where('id', '=', known)
      .executeTakeFirst()
    const call = message
      ? undefined
      : await tx
          .selectFrom('call_requests')
          .select(aliased(['id', 'calendar', 'kind', 'name', 'email', 'phone', 'message', 'time_zone']))
          .select(aliased(['starts_at', 'ends_at', 'cancelled_at', 'created_at']))
          .where('id', '=', known)
          .executeTakeFirst()
    const email = message?.email ?? call?.email
    if (email === undefined) throw new PortalError('NOT_FOUND')
    const person = await tx
      .selectFrom('user_profiles')
      .select(['id', sql<string>`coalesce(full_name, email)`.as('name')])
      // Row-level security keeps an index from serving `lower(email)`, so the search finds who it may be.
      .where(sql<boolean>`id = any(array(select unnest(ids) from app.find_users(array[${email}], 0, 20)))`)
      .where(sql<boolean>`lower(email) = lower(${email})`)
      .executeTakeFirst()
    return { message: message ?? null, call: call ?? null, person: person ?? null }
  })
}

/** @returns messages and calls from the actor's address, oldest first, without the fund's notes */
export function getOwnLeads(actor: Actor) {
  const isOwn = sql<boolean>`lower(email) = ${actor.email.toLowerCase()}`
  return queryAs(actor, async tx => ({
    messages: await tx
      .selectFrom('messages')
      .select(['topic', 'name', 'email', 'phone', 'amount_range', 'message', 'state', 'created_at'])
      .where(isOwn)
      .orderBy('created_at')
      .execute(),
    calls: await tx
      .selectFrom('call_requests')
      .select(['calendar', 'kind', 'name', 'email', 'phone', 'message', 'time_zone', 'starts_at', 'ends_at'])
      .select(['cancelled_at', 'created_at'])
      .where(isOwn)
      .orderBy('created_at')
      .execute(),
  }))
}

/** Removes messages and calls that are older than `leadRetention`. Part of the hourly clean-up. */
export async function cleanUpLeads(now = Date.now()): Promise<void> {
  const until = new Date(now - leadRetention)
  await actAsJobs(async tx => {
    await tx.deleteFrom('messages').where('updated_at', '<', until).execute()
    await tx.deleteFrom('call_requests').where('ends_at', '<', until).execute()
  })
}
