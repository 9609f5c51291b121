import { sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { isNewAccess } from '../../../server/access/new-access.ts'
import { performStep } from '../../../server/access/perform.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { aliased } from '../../../server/database/camel.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { queryAs, readAs } from '../../../server/database/read-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { markConversationReadCommand } from '../conversation.commands.ts'
import { messagesShown } from '../conversations.ts'
import { type ConversationSummary, findSummary } from './conversations.ts'

export interface ConversationMessage {
  id: string
  fromFund: boolean
  /** Whether the actor wrote it. */
  isOwn: boolean
  senderName: string
  body: string
  createdAt: Date
  /** In their order; null for a document that was deleted. */
  attachments: (AttachedDocument | null)[]
}

export interface AttachedDocument {
  id: string
  filename: string
  /** Opens on another site. */
  isLink: boolean
}

export interface Conversation extends ConversationSummary {
  /** The newest, oldest of them first. Of a visitor's conversation, what the fund answered. */
  messages: ConversationMessage[]
  /** How many messages there are in all. */
  total: number
  /** When the newest message that the other side has read was sent; null where it has read none. */
  readByOtherAt: Date | null
  /** When the newest message that the actor has read was sent. */
  readAt: Date | null
}

/**
 * Opens a conversation. The log records the reader and the conversation, at most every ten minutes.
 * @param shown messages at most, the newest
 */
export async function getConversation(actor: Actor, id: string, shown = messagesShown): Promise<Conversation> {
  const conversationId = assertId(id)
  const conversation = await queryAs(actor, async tx => {
    const summary = await findSummary(tx, actor, conversationId)
    if (!summary) throw new PortalError('NOT_FOUND')
    const { total } = await tx
      .selectFrom('conversation_messages')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('conversation_id', '=', conversationId)
      .executeTakeFirstOrThrow()
    return {
      ...summary,
      messages: await readMessages(tx, actor, conversationId, shown),
      total: Number(total),
      ...(await readMarks(tx, actor, summary)),
    }
  })
  if (await isNewAccess(`${actor.id} ${actor.sessionId} read ${conversationId}`)) {
    const { person, subject } = conversation
    await actAs(actor, tx => audit(tx, actor, 'conversation.read', conversationId, { user_id: person?.id, subject }))
  }
  return conversation
}

async function readMessages(
  tx: Transaction<Database>,
  actor: Actor,
  conversationId: string,
  shown: number,
): Promise<ConversationMessage[]> {
  const messages = await tx
    .selectFrom('conversation_messages')
    .select(aliased(['id', 'from_fund', 'sender_name', 'body', 'created_at']))
    .select(sql<boolean>`coalesce(sender_id = ${actor.id}, false)`.as('isOwn'))
    .where('conversation_id', '=', conversationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shown)
    .execute()
  const attachments = await readAttachments(
    tx,
    messages.map(({ id }) => id),
  )
  return messages.reverse().map(message => ({ ...message, attachments: attachments.get(message.id) ?? [] }))
}

/** @returns by message; a document that the transaction may not see counts as deleted */
async function readAttachments(
  tx: Transaction<Database>,
  messageIds: string[],
): Promise<Map<string, (AttachedDocument | null)[]>> {
  const byMessage = new Map<string, (AttachedDocument | null)[]>()
  if (messageIds.length === 0) return byMessage
  const rows = await tx
    .selectFrom('conversation_attachments as a')
    .leftJoin('documents as d', 'd.id', 'a.document_id')
    .select(['a.message_id', 'd.id', 'd.filename', 'd.is_external_link'])
    .where('a.message_id', 'in', messageIds)
    .orderBy('a.message_id')
    .orderBy('a.position')
    .execute()
  for (const { message_id, id, filename, is_external_link } of rows) {
    const attached = id ? { id, filename: filename ?? '', isLink: is_external_link === true } : null
    byMessage.set(message_id, [...(byMessage.get(message_id) ?? []), attached])
  }
  return byMessage
}

async function readMarks(
  tx: Transaction<Database>,
  actor: Actor,
  { id, person }: ConversationSummary,
): Promise<Pick<Conversation, 'readAt' | 'readByOtherAt'>> {
  const reads = await tx
    .selectFrom('conversation_reads')
    .select(['reader_id', 'read_at'])
    .where('conversation_id', '=', id)
    .execute()
  const others = reads.filter(({ reader_id }) =>
    person?.id === actor.id ? reader_id !== actor.id : reader_id === person?.id,
  )
  const newest = Math.max(...others.map(({ read_at }) => read_at.getTime()))
  return {
    readAt: reads.find(({ reader_id }) => reader_id === actor.id)?.read_at ?? null,
    readByOtherAt: Number.isFinite(newest) ? new Date(newest) : null,
  }
}

/**
 * Marks a conversation as read.
 * @param until when the newest message that the reader has seen was sent; by default, of all messages
 */
export const markConversationRead = performStep(
  markConversationReadCommand,
  async ({ refuse }, actor: Actor, id: string, until?: Date): Promise<void> => {
    const conversationId = assertId(id)
    await actAs(actor, async tx => {
      const conversation = await tx
        .selectFrom('conversations')
        .select('last_message_at')
        .where('id', '=', conversationId)
        .executeTakeFirst()
      if (!conversation) throw refuse('NOT_FOUND')
      const newest = conversation.last_message_at
      await setRead(tx, actor, conversationId, until && until < newest ? until : newest)
    })
  },
)

/** Marks what was sent until a time as read by the actor. A mark never moves back. */
export async function setRead(tx: Transaction<Database>, actor: Actor, conversationId: string, readAt: Date) {
  await tx
    .insertInto('conversation_reads')
    .values({ conversation_id: conversationId, reader_id: actor.id, read_at: readAt })
    .onConflict(conflict =>
      conflict
        .columns(['conversation_id', 'reader_id'])
        .doUpdateSet({ read_at: readAt })
        .where('conversation_reads.read_at', '<', readAt),
    )
    .execute()
}

/** @returns how many conversations the actor hasn't read; for an administrator, how many need the fund's answer */
export async function countUnreadConversations(actor: Actor): Promise<number> {
  const [[counted]] = await readAs(actor, actor.isAdmin ? awaitingConversations() : unreadConversations(actor.id))
  return Number(counted?.count)
}

/** How many conversations need the fund's answer, visitors' included; for administrators. */
export const awaitingConversations = prepared('awaiting_conversations', db =>
  db
    .selectFrom('conversations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`awaits_answer`),
)

const unreadConversations = prepared('unread_conversations', (db, readerId: string) =>
  db
    .selectFrom('conversations as c')
    .leftJoin('conversation_reads as r', join =>
      join.onRef('r.conversation_id', '=', 'c.id').on('r.reader_id', '=', readerId),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('c.person_id', '=', readerId)
    .where(sql<boolean>`c.from_fund_at > coalesce(r.read_at, '-infinity')`),
)
