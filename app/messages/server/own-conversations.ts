import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs } from '../../../server/database/act-as.ts'

/** @returns the actor's own conversations with the fund, oldest first, in the format of the data export */
export async function exportConversations(actor: Actor) {
  const rows = await actAs(actor, tx =>
    tx
      .selectFrom('conversations as c')
      .innerJoin('conversation_messages as m', 'm.conversation_id', 'c.id')
      .select(['c.id', 'c.subject', 'm.from_fund', 'm.body', 'm.created_at'])
      .select(
        sql<string[]>`array(select coalesce(d.filename, 'a document that was deleted') from conversation_attachments a
          left join documents d on d.id = a.document_id where a.message_id = m.id order by a.position)`.as(
          'attachments',
        ),
      )
      .where('c.person_id', '=', actor.id)
      .orderBy('c.created_at')
      .orderBy('c.id')
      .orderBy('m.created_at')
      .execute(),
  )
  const conversations = new Map<string, { subject: string | null; messages: object[] }>()
  for (const { id, subject, from_fund, ...message } of rows) {
    const conversation = conversations.get(id) ?? { subject, messages: [] }
    conversation.messages.push({ by: from_fund ? 'the fund' : 'you', ...message })
    conversations.set(id, conversation)
  }
  return [...conversations.values()]
}
