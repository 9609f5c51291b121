import type { LeadState } from '../rules/leads.ts'
import { leadStates, noteLength } from '../rules/leads.ts'
import type { Actor } from './actor.ts'
import { audit } from './audit.ts'
import type { CallRequest } from './calls.ts'
import { actAs } from './database/connection.ts'
import { mustBeId } from './documents.ts'
import { PortalError } from './errors.ts'
import type { VisitorMessage } from './messages.ts'

/** A call as administrators see it: without the hash of its secret. */
export type AdminCall = Omit<CallRequest, 'token_hash'>

export interface Requests {
  messages: VisitorMessage[]
  calls: AdminCall[]
}

/**
 * What visitors left, for administrators: the newest of each kind.
 * @param most rows of each kind at most
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getRequestsForAdmin(actor: Actor, most = 100): Promise<Requests> {
  if (!actor.isAdmin) throw new PortalError('FORBIDDEN')
  return actAs(actor, async tx => ({
    messages: await tx
      .selectFrom('messages')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(most)
      .execute(),
    calls: await tx
      .selectFrom('call_requests')
      .select(['id', 'calendar', 'kind', 'name', 'email', 'phone', 'message', 'time_zone', 'starts_at', 'ends_at'])
      .select(['sequence', 'cancelled_at', 'state', 'note', 'created_at', 'updated_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(most)
      .execute(),
  }))
}

/**
 * Says whether a message or a call has been answered, and what to remember about it.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND
 */
export async function updateRequest(
  actor: Actor,
  kind: 'message' | 'call',
  id: string,
  { state, note }: { state: string; note: string },
): Promise<void> {
  if (!actor.isAdmin) throw new PortalError('FORBIDDEN')
  const known = leadStates.find(one => one === state)
  if (!known) throw new PortalError('NOT_FOUND')
  const changed: { state: LeadState; note: string | null } = {
    state: known,
    note: note.trim().slice(0, noteLength) || null,
  }
  await actAs(actor, async tx => {
    const table = kind === 'message' ? 'messages' : 'call_requests'
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set(changed)
      .where('id', '=', mustBeId(id))
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) throw new PortalError('NOT_FOUND')
    await audit(tx, actor, `${kind}.${known}`, id, { note: changed.note })
  })
}
