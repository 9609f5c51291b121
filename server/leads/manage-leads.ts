import { sql, type Transaction } from 'kysely'
import type { LeadState } from '../../rules/leads.ts'
import { leadStates, noteLength } from '../../rules/leads.ts'
import { leadsKept, leadsPerPage } from '../../rules/limits.ts'
import { manyLines } from '../../rules/text.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import { actAs, actAsJobs } from '../database/act-as.ts'
import type { Database } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'
import type { CallRequest } from './call-calendar.ts'
import type { VisitorMessage } from './visitor-messages.ts'

/** A call as administrators see it, without the hash of its secret. */
export type AdminCall = Omit<CallRequest, 'token_hash'>

export interface Leads {
  messages: VisitorMessage[]
  calls: AdminCall[]
  /** How many there are of each kind. */
  total: { messages: number; calls: number }
}

/** Unanswered requests first, then the newest. */
const unansweredFirst = sql`state = 'new' desc, created_at desc, id desc`

/**
 * Lists visitors' messages and calls for administrators, a page of each: unanswered ones first, then the newest.
 * @param pages the page of each kind, from 0, and rows per page
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getLeadsForAdmin(
  actor: Actor,
  { messages = 0, calls = 0, size = leadsPerPage }: { messages?: number; calls?: number; size?: number } = {},
): Promise<Leads> {
  return asAdministrator(actor, async tx => {
    const count = async (table: 'messages' | 'call_requests') => {
      const all = tx.selectFrom(table).select(({ fn }) => fn.countAll<string>().as('total'))
      return Number((await all.executeTakeFirstOrThrow()).total)
    }
    return {
      messages: await tx
        .selectFrom('messages')
        .selectAll()
        .orderBy(unansweredFirst)
        .offset(messages * size)
        .limit(size)
        .execute(),
      calls: await tx
        .selectFrom('call_requests')
        .select(['id', 'calendar', 'kind', 'name', 'email', 'phone', 'message', 'time_zone', 'starts_at', 'ends_at'])
        .select(['sequence', 'cancelled_at', 'state', 'note', 'created_at', 'updated_at'])
        .orderBy(unansweredFirst)
        .offset(calls * size)
        .limit(size)
        .execute(),
      total: { messages: await count('messages'), calls: await count('call_requests') },
    }
  })
}

/**
 * Sets whether a message or call has been answered, and the note on it; without `note` the note stays.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND
 */
export async function updateLead(
  actor: Actor,
  kind: 'message' | 'call',
  id: string,
  { state, note }: { state: string; note?: string | undefined },
): Promise<void> {
  requireAdministrator(actor)
  const known = leadStates.find(one => one === state)
  if (!known) throw new PortalError('NOT_FOUND')
  const changed: { state: LeadState; note?: string | null } = {
    state: known,
    ...(note !== undefined && { note: manyLines(note).slice(0, noteLength) || null }),
  }
  await asAdministrator(actor, async tx => {
    const table = kind === 'message' ? 'messages' : 'call_requests'
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set(changed)
      .where('id', '=', assertId(id))
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) throw new PortalError('NOT_FOUND')
    await audit(tx, actor, `${kind}.${known}`, id, { note: changed.note })
  })
}

/** @returns how many messages and calls are unanswered, in an administrator's transaction */
export async function countNewLeads(tx: Transaction<Database>): Promise<number> {
  const { messages, calls } = await tx
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('messages')
        .select(count => count.fn.countAll<number>().as('n'))
        .where('state', '=', 'new')
        .as('messages'),
      selectFrom('call_requests')
        .select(count => count.fn.count<number>('id').as('n'))
        .where('state', '=', 'new')
        .as('calls'),
    ])
    .executeTakeFirstOrThrow()
  return (messages ?? 0) + (calls ?? 0)
}

/** @returns messages and calls from the actor's address, oldest first, without the fund's notes */
export function getOwnLeads(actor: Actor) {
  const isOwn = sql<boolean>`lower(email) = ${actor.email.toLowerCase()}`
  return actAs(actor, async tx => ({
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

/** Removes messages and calls that are older than `leadsKept`. Part of the hourly clean-up. */
export async function cleanUpLeads(now = Date.now()): Promise<void> {
  const until = new Date(now - leadsKept)
  await actAsJobs(async tx => {
    await tx.deleteFrom('messages').where('updated_at', '<', until).execute()
    await tx.deleteFrom('call_requests').where('ends_at', '<', until).execute()
  })
}
