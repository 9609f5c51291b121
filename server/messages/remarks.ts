import { bodyLength } from '../../rules/conversations.ts'
import { remarkOnConversationCommand } from '../../rules/inbox.commands.ts'
import { remarkOnPersonCommand } from '../../rules/people/person.commands.ts'
import { manyLines } from '../../rules/text.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { performFreely } from '../access/perform.ts'
import { asAdministrator, queryAsAdministrator } from '../access/roles.ts'
import { PortalError } from '../platform/portal-error.ts'

/** What a remark is about: a person, or a conversation. */
export type RemarkSubject = { personId: string } | { conversationId: string }

/** What an administrator wrote for the others. */
export interface Remark {
  id: string
  authorName: string
  body: string
  createdAt: Date
}

/**
 * @returns the remarks about a person or a conversation, oldest first
 * @throws PortalError FORBIDDEN unless the actor is an administrator; the database shows them to no one else, either
 */
export async function getRemarks(actor: Actor, about: RemarkSubject): Promise<Remark[]> {
  const [column, id] = columnOf(about)
  const remarks = await queryAsAdministrator(actor, tx =>
    tx
      .selectFrom('admin_notes')
      .select(['id', 'author_name', 'body', 'created_at'])
      .where(column, '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )
  return remarks.map(({ id, author_name, body, created_at }) => ({
    id,
    authorName: author_name,
    body,
    createdAt: created_at,
  }))
}

/**
 * Writes a remark for the other administrators. The log says that there is one, without its words.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; REMARK_REQUIRED, REMARK_LONG; NOT_FOUND for a person or
 *   a conversation that doesn't exist
 */
export async function addRemark(actor: Actor, remark: RemarkSubject & { body: string }): Promise<void> {
  const [column, id] = columnOf(remark)
  const body = manyLines(remark.body)
  if (!body) throw new PortalError('REMARK_REQUIRED')
  if (body.length > bodyLength) throw new PortalError('REMARK_LONG')
  await asAdministrator(
    actor,
    async tx => {
      const author_name = actor.fullName ?? actor.email
      const added = await tx
        .insertInto('admin_notes')
        .values({ [column]: id, author_id: actor.id, author_name, body })
        .returning('id')
        .executeTakeFirstOrThrow()
      // Not as `user_id`: the person it is about reads such entries.
      await audit(tx, actor, 'note.added', added.id, { about: id })
    },
    { admin_notes_person_id_fkey: 'NOT_FOUND', admin_notes_conversation_id_fkey: 'NOT_FOUND' },
  )
}

/** Writes a remark about a person for the other administrators. */
export const remarkOnPerson = performFreely(remarkOnPersonCommand, ({ actor }, personId, { body }) =>
  addRemark(actor, { personId, body }),
)

/** Writes a remark about a conversation for the other administrators. */
export const remarkOnConversation = performFreely(remarkOnConversationCommand, ({ actor }, conversationId, { body }) =>
  addRemark(actor, { conversationId, body }),
)

function columnOf(about: RemarkSubject): ['person_id' | 'conversation_id', string] {
  return 'personId' in about
    ? ['person_id', assertId(about.personId)]
    : ['conversation_id', assertId(about.conversationId)]
}
