import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import { PortalError } from '../platform/portal-error.ts'

/**
 * Marks a conversation as done, with an investor or a visitor. A new message of theirs reopens it.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND
 */
export async function closeConversation(actor: Actor, id: string): Promise<void> {
  return setClosed(actor, id, true)
}

/**
 * Reopens a conversation that was marked as done.
 * @throws as `closeConversation`
 */
export async function reopenConversation(actor: Actor, id: string): Promise<void> {
  return setClosed(actor, id, false)
}

async function setClosed(actor: Actor, id: string, closed: boolean): Promise<void> {
  const conversationId = assertId(id)
  await asAdministrator(actor, async tx => {
    const changed = await tx
      .updateTable('conversations')
      .set(closed ? { closed_at: sql<Date>`now()`, closed_by: actor.id } : { closed_at: null, closed_by: null })
      .where('id', '=', conversationId)
      .returning(['person_id', 'subject'])
      .executeTakeFirst()
    if (!changed) throw new PortalError('NOT_FOUND')
    const details = { user_id: changed.person_id ?? undefined, subject: changed.subject }
    await audit(tx, actor, closed ? 'conversation.closed' : 'conversation.reopened', conversationId, details)
  })
}
