import { type RawBuilder, sql } from 'kysely'
import { assertId } from '../../../server/access/ids.ts'
import { perform, type Work } from '../../../server/access/perform.ts'
import { closeConversationCommand, reopenConversationCommand } from '../inbox.commands.ts'

/** Marks a conversation as done, with an investor or a visitor. A new message of theirs reopens it. */
export const closeConversation = perform(closeConversationCommand, async (work, id) => {
  const closed = { closed_at: sql<Date>`now()`, closed_by: work.actor.id }
  await work.audit('conversation.closed', assertId(id), await setClosed(work, id, closed))
})

/** Reopens a conversation that was marked as done. */
export const reopenConversation = perform(reopenConversationCommand, async (work, id) => {
  await work.audit(
    'conversation.reopened',
    assertId(id),
    await setClosed(work, id, { closed_at: null, closed_by: null }),
  )
})

type Closed = { closed_at: RawBuilder<Date> | null; closed_by: string | null }

/** @returns what the log says of the conversation */
async function setClosed(
  { tx, refuse }: Pick<Work<typeof closeConversationCommand>, 'tx' | 'refuse'>,
  id: string,
  closed: Closed,
) {
  const changed = await tx
    .updateTable('conversations')
    .set(closed)
    .where('id', '=', assertId(id))
    .returning(['person_id', 'subject'])
    .executeTakeFirst()
  if (!changed) throw refuse('NOT_FOUND')
  return { user_id: changed.person_id ?? undefined, subject: changed.subject }
}
