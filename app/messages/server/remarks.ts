import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform, type WorkLike } from '../../../server/access/perform.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import { aliased } from '../../../server/database/camel.ts'
import type { ConstraintCodes } from '../../../server/database/errors.ts'
import { remarkOnPersonCommand } from '../../people/person.commands.ts'
import { remarkOnConversationCommand } from '../inbox.commands.ts'

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
  return queryAsAdministrator(actor, tx =>
    tx
      .selectFrom('admin_notes')
      .select(aliased(['id', 'author_name', 'body', 'created_at']))
      .where(column, '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )
}

const codes: ConstraintCodes = {
  admin_notes_person_id_fkey: 'NOT_FOUND',
  admin_notes_conversation_id_fkey: 'NOT_FOUND',
}

/** Writes a remark about a person for the other administrators. */
export const remarkOnPerson = perform(
  remarkOnPersonCommand,
  (work, personId, { body }) => addRemark(work, { personId }, body),
  { codes },
)

/** Writes a remark about a conversation for the other administrators. */
export const remarkOnConversation = perform(
  remarkOnConversationCommand,
  (work, conversationId, { body }) => addRemark(work, { conversationId }, body),
  { codes },
)

/** The log says that there is a remark, without its words. */
async function addRemark(
  { tx, actor, audit }: WorkLike<typeof remarkOnPersonCommand>,
  about: RemarkSubject,
  body: string,
): Promise<void> {
  const [column, id] = columnOf(about)
  const author_name = actor.fullName ?? actor.email
  const added = await tx
    .insertInto('admin_notes')
    .values({ [column]: id, author_id: actor.id, author_name, body })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Not as `user_id`: the person it is about reads such entries.
  await audit('note.added', added.id, { about: id })
}

function columnOf(about: RemarkSubject): ['person_id' | 'conversation_id', string] {
  return 'personId' in about
    ? ['person_id', assertId(about.personId)]
    : ['conversation_id', assertId(about.conversationId)]
}
