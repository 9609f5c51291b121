import { createHash, randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { fund } from '../../content/fund.ts'
import {
  type MessageDraft,
  messagesPerInvestor,
  messageWindow,
  readDraft,
  readSubject,
} from '../../rules/conversations.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { enforceRateLimit } from '../access/rate-limit.ts'
import { requireOwnerOrAdministrator } from '../access/roles.ts'
import { assertValid } from '../access/validation.ts'
import { actAs } from '../database/act-as.ts'
import type { Database } from '../database/types.ts'
import { documentsOf } from '../documents/readers.ts'
import { requireProofToReach } from '../identity/reach-proof.ts'
import { notifyAdministratorsOfMessage, notifyOfMessage } from '../notifications/notify.ts'
import { PortalError } from '../platform/portal-error.ts'
import { setRead } from './conversation.ts'

/** A conversation as its form has it. */
export interface NewConversation extends MessageDraft {
  /** The investor: the actor, or whom an administrator writes to. */
  personId: string
  subject: string
  /** The document it is about, one of that person's. */
  documentId?: string | undefined
  /** See `rowId`. */
  formId?: string | undefined
}

/**
 * Starts a conversation between an investor and the fund, and tells the other side by e-mail, without the words.
 * @returns its id
 * @throws PortalError FORBIDDEN for another person; what is wrong with subject, text and attachments; TOO_MANY_MESSAGES;
 *   PERSON_CLOSED; NOT_FOUND for a person that doesn't exist; PROOF_NEEDED for an administrator
 */
export async function startConversation(actor: Actor, conversation: NewConversation): Promise<string> {
  const personId = assertId(conversation.personId)
  requireOwnerOrAdministrator(actor, personId)
  const documentId = conversation.documentId ? assertId(conversation.documentId) : null
  const { subject, problems } = readSubject(conversation.subject)
  const draft = readDraft(conversation)
  assertValid({ ...problems, ...draft.problems })
  await requireProofToReach(actor, { owners: [personId], texts: [subject, draft.body] })
  await enforceMessageLimit(actor)
  const id = rowId(conversation.formId, actor, [personId, documentId, subject, draft])
  await actAs(
    actor,
    async tx => {
      await assertReachable(tx, actor, personId)
      if (documentId) await assertDocuments(tx, personId, [documentId])
      const inserted = await tx
        .insertInto('conversations')
        .values({ id, person_id: personId, document_id: documentId, subject })
        .onConflict(conflict => conflict.doNothing())
        .executeTakeFirst()
      if (!inserted.numInsertedOrUpdatedRows) return
      await addMessage(tx, actor, { id, personId }, draft)
      await audit(tx, actor, 'conversation.started', id, { user_id: personId, subject, ...countOf(draft) })
    },
    { conversations_person_id_fkey: 'NOT_FOUND' },
  )
  return id
}

/**
 * Adds a message to an investor's conversation, and tells the other side by e-mail, without the words.
 * @throws PortalError NOT_FOUND where there is no such conversation, or the actor can't see it; what is wrong with text
 *   and attachments; TOO_MANY_MESSAGES; PERSON_CLOSED; PROOF_NEEDED for an administrator
 */
export async function replyToConversation(
  actor: Actor,
  conversationId: string,
  { formId, ...typed }: MessageDraft & Pick<NewConversation, 'formId'>,
): Promise<void> {
  const id = assertId(conversationId)
  const draft = readDraft(typed)
  assertValid(draft.problems)
  await enforceMessageLimit(actor)
  await actAs(actor, async tx => {
    const conversation = await tx
      .selectFrom('conversations')
      .select(['person_id', 'subject'])
      .where('id', '=', id)
      .executeTakeFirst()
    const personId = conversation?.person_id
    if (!personId) throw new PortalError('NOT_FOUND')
    await assertReachable(tx, actor, personId)
    await requireProofToReach(actor, { owners: [personId], texts: [draft.body] })
    const messageId = rowId(formId, actor, [id, draft])
    const added = await addMessage(tx, actor, { id, personId }, { ...draft, messageId })
    if (!added) return
    const details = { user_id: personId, subject: conversation.subject, ...countOf(draft) }
    await audit(tx, actor, 'conversation.replied', id, details)
  })
}

type Draft = { body: string; attachments: readonly string[]; messageId?: string | undefined }

function countOf({ attachments }: Draft) {
  return attachments.length > 0 ? { attachments: attachments.length } : {}
}

/** @returns whether the message is new */
async function addMessage(
  tx: Transaction<Database>,
  actor: Actor,
  { id, personId }: { id: string; personId: string },
  { body, attachments, messageId }: Draft,
): Promise<boolean> {
  const documents = attachments.map(assertId)
  await assertDocuments(tx, personId, documents)
  const fromFund = personId !== actor.id
  const message = await tx
    .insertInto('conversation_messages')
    .values({
      id: messageId ?? randomUUID(),
      conversation_id: id,
      sender_id: actor.id,
      from_fund: fromFund,
      // Of people at the fund, investors learn the addresses from the history of a document alone (specification section 2).
      sender_name: actor.fullName ?? (fromFund ? fund.shortName : actor.email),
      body,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning(['id', 'created_at'])
    .executeTakeFirst()
  if (!message) return false
  if (documents.length > 0) {
    const rows = documents.map((document_id, index) => ({ message_id: message.id, document_id, position: index + 1 }))
    await tx.insertInto('conversation_attachments').values(rows).execute()
  }
  await setRead(tx, actor, id, message.created_at)
  if (fromFund) await notifyOfMessage(tx, { conversationId: id, userId: personId, by: actor })
  else await notifyAdministratorsOfMessage(tx, id)
  return true
}

/** @throws PortalError TOO_MANY_MESSAGES */
async function enforceMessageLimit(actor: Actor): Promise<void> {
  if (actor.isAdmin) return
  const limit = { most: messagesPerInvestor, window: messageWindow, code: 'TOO_MANY_MESSAGES' } as const
  await enforceRateLimit(`conversation messages of ${actor.id}`, limit)
}

/** @throws PortalError NOT_FOUND for a person that doesn't exist; PERSON_CLOSED for one whose access is closed */
async function assertReachable(tx: Transaction<Database>, actor: Actor, personId: string): Promise<void> {
  if (personId === actor.id) return
  const person = await tx
    .selectFrom('user_profiles')
    .select('disabled_at')
    .where('id', '=', personId)
    .executeTakeFirst()
  if (!person) throw new PortalError('NOT_FOUND')
  if (person.disabled_at) throw new PortalError('PERSON_CLOSED')
}

/** @throws PortalError ATTACHMENT_GONE unless all are documents of this person that both sides can open */
async function assertDocuments(tx: Transaction<Database>, personId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const found = await tx
    .selectFrom(documentsOf(tx, personId))
    .select('id')
    .where('id', 'in', ids)
    .where('unreleased', '=', false)
    .where('check_state', 'in', ['unchecked', 'clean'])
    .execute()
  if (found.length < ids.length) throw new PortalError('ATTACHMENT_GONE')
}

/**
 * @param formId a random text that the form carries: the same form with the same content, sent twice, gets the same id
 *   and so creates one row; without it every one is new
 */
export function rowId(formId: string | undefined, actor: Actor, content: unknown): string {
  if (!formId) return randomUUID()
  const hash = createHash('sha256')
    .update(JSON.stringify([formId, actor.id, content]))
    .digest('hex')
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
