import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { fund } from '../../../content/fund.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { performFreely } from '../../../server/access/perform.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import type { Database } from '../../../server/database/types.ts'
import { queueMail } from '../../../server/mail/mailer.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requireProofToReach } from '../../identity/server/reach-proof.ts'
import { answerVisitorCommand } from '../inbox.commands.ts'
import { requestMessage, sentForApproval, takesApproval } from './approved-message.ts'
import { closeConversation } from './close-conversation.ts'
import { setRead } from './conversation.ts'
import { rowId } from './row-id.ts'
import { answerToVisitor } from './visitor-answer-mail.ts'

/**
 * Answers a visitor's message or call by e-mail, with the words, since visitors have no portal. The answer is kept in the
 * conversation; both or neither. It may mark the conversation as done.
 */
export const answerVisitor = performFreely(
  answerVisitorCommand,
  async ({ actor, refuse, transact }, conversationId, { formId, body, anyway, done }) => {
    const id = assertId(conversationId)
    const isApproved = takesApproval(actor, null, anyway, [body])
    await transact(async ({ tx, audit }) => {
      const visitor = await findVisitor(tx, id)
      if (!visitor) throw refuse('NOT_FOUND')
      await requireProofToReach(actor, { owners: [id], texts: [body], isApproved })
      const messageId = rowId(formId, actor, [id, body])
      if (isApproved) {
        const about = { conversationId: id, personId: null, recipient: visitor.email, starts: null, attachments: [] }
        await requestMessage(tx, actor, messageId, { ...about, senderName: actor.fullName ?? fund.shortName, body })
        return
      }
      if (!(await addAnswer(tx, actor, id, { messageId, body }))) return
      await queueMail(tx, answerToVisitor(visitor, body, actor.fullName), messageId)
      await audit('conversation.replied', id)
    })
    if (isApproved) return { notice: sentForApproval }
    if (!done) return undefined
    await closeConversation(actor, id)
    return { notice: 'Answer sent by e-mail. The conversation is marked as done.' }
  },
)

/** Sends an answer that a second person has approved, in their transaction and the requester's name. */
export async function sendApprovedAnswer(
  tx: Transaction<Database>,
  actor: Actor,
  {
    conversationId,
    messageId,
    requestedBy,
    senderName,
    body,
  }: Record<'conversationId' | 'messageId' | 'requestedBy' | 'senderName' | 'body', string>,
): Promise<void> {
  const visitor = await findVisitor(tx, conversationId)
  if (!visitor) throw new PortalError('NOT_FOUND')
  await addAnswer(tx, actor, conversationId, { messageId, body }, { id: requestedBy, name: senderName })
  await queueMail(tx, answerToVisitor(visitor, body, senderName), messageId)
}

/**
 * @param leadId of a visitor's message or call
 * @returns the id of its conversation
 */
export async function findVisitorConversation(actor: Actor, leadId: string): Promise<string> {
  const id = assertId(leadId)
  const found = await queryAsAdministrator(actor, tx =>
    tx
      .selectFrom('conversations')
      .select('id')
      .where(row => row.or([row('visitor_message_id', '=', id), row('call_request_id', '=', id)]))
      .executeTakeFirst(),
  )
  if (!found) throw new PortalError('NOT_FOUND')
  return found.id
}

/**
 * Marks the conversation of a call as done, in the transaction of the administrator who canceled it.
 * @param words that the administrator wrote to the visitor in the e-mail about it; they are kept in the conversation
 */
export async function closeCallConversation(
  tx: Transaction<Database>,
  actor: Actor,
  callId: string,
  words: string,
): Promise<void> {
  const { id } = await tx
    .selectFrom('conversations')
    .select('id')
    .where('call_request_id', '=', callId)
    .executeTakeFirstOrThrow()
  if (words) await addAnswer(tx, actor, id, { messageId: randomUUID(), body: words })
  await tx
    .updateTable('conversations')
    .set({ closed_at: sql<Date>`now()`, closed_by: actor.id })
    .where('id', '=', id)
    .execute()
}

/** @returns whether the answer is new: the same form may be sent twice */
async function addAnswer(
  tx: Transaction<Database>,
  actor: Actor,
  conversationId: string,
  { messageId, body }: { messageId: string; body: string },
  sender = { id: actor.id, name: actor.fullName ?? fund.shortName },
): Promise<boolean> {
  const added = await tx
    .insertInto('conversation_messages')
    .values({
      id: messageId,
      conversation_id: conversationId,
      sender_id: sender.id,
      from_fund: true,
      sender_name: sender.name,
      body,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('created_at')
    .executeTakeFirst()
  if (added && sender.id === actor.id) await setRead(tx, actor, conversationId, added.created_at)
  return added !== undefined
}

/** @returns the recipient of an answer, and what they sent; undefined for a conversation with an investor */
function findVisitor(tx: Transaction<Database>, conversationId: string) {
  return tx
    .selectFrom('conversations as c')
    .leftJoin('messages as v', 'v.id', 'c.visitor_message_id')
    .leftJoin('call_requests as k', 'k.id', 'c.call_request_id')
    .select(['k.kind as call', 'k.starts_at as callStartsAt', 'k.time_zone as timeZone'])
    .select([sql<string>`coalesce(v.email, k.email)`.as('email')])
    .select([sql<Date>`coalesce(v.created_at, k.created_at)`.as('sentAt')])
    .where('c.id', '=', conversationId)
    .where('c.person_id', 'is', null)
    .executeTakeFirst()
}
