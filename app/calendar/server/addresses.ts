import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { perform } from '../../../server/access/perform.ts'
import { actAsVisitor } from '../../../server/database/act-as.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { keyedHash } from '../../../server/platform/seal.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { createCalendarAddressCommand, revokeCalendarAddressCommand } from '../calendar.commands.ts'

/** A person's calendar address, without its secret, which is shown only once. */
export interface CalendarAddress {
  createdAt: Date
  withAmounts: boolean
}

const activeAddress = prepared(
  'calendar_address',
  (_, personId: string) => sql<CalendarAddress>`
    select created_at as "createdAt", with_amounts as "withAmounts" from calendar_addresses
    where user_id = ${personId} and revoked_at is null`,
)

/** @returns the actor's calendar address without its secret, if any */
export async function getCalendarAddress(actor: Actor): Promise<CalendarAddress | undefined> {
  const [[address]] = await readAs(actor, activeAddress(actor.id))
  return address
}

/**
 * Creates a calendar address for the actor, and revokes the one they had. It lasts longer than the session.
 * @returns its path, which can't be shown again: only an HMAC of its secret is stored
 */
export const createCalendarAddress = perform(
  createCalendarAddressCommand,
  async ({ tx, actor, audit }, _, { amounts }) => {
    const token = randomBytes(32).toString('base64url')
    // Two at once: the second waits here, then revokes the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`calendar ${actor.id}`}, 0))`.execute(tx)
    await tx
      .updateTable('calendar_addresses')
      .set({ revoked_at: new Date() })
      .where('user_id', '=', actor.id)
      .where('revoked_at', 'is', null)
      .execute()
    await tx
      .insertInto('calendar_addresses')
      .values({ user_id: actor.id, token_hmac: hmacOf(token), with_amounts: amounts })
      .execute()
    await audit('calendar.created', actor.id, { with_amounts: amounts })
    return `/calendar/${token}.ics`
  },
  { before: requireFreshProof },
)

/** Revokes the actor's calendar address; programs that follow it find nothing there any more. */
export const revokeCalendarAddress = perform(revokeCalendarAddressCommand, async ({ tx, actor, audit }) => {
  const { numUpdatedRows } = await tx
    .updateTable('calendar_addresses')
    .set({ revoked_at: new Date() })
    .where('user_id', '=', actor.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows) await audit('calendar.revoked', actor.id)
})

/** Owner of a calendar address. */
export interface FoundCalendar {
  addressId: string
  userId: string
  withAmounts: boolean
}

/** @returns the owner of the address with this secret; undefined for an unknown one, or a disabled owner */
export async function findCalendar(token: string): Promise<FoundCalendar | undefined> {
  // 256 bits; anything else is invalid.
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const { rows } = await actAsVisitor(tx =>
    sql<FoundCalendar>`
      select address_id as "addressId", user_id as "userId", with_amounts as "withAmounts"
      from app.find_calendar(${hmacOf(token)})`.execute(tx),
  )
  return rows[0]
}

function hmacOf(token: string): Buffer {
  return Buffer.from(keyedHash('calendar address', token), 'base64url')
}
