import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { fund } from '../../../content/fund.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { performFreely } from '../../../server/access/perform.ts'
import { enforceRateLimit } from '../../../server/access/rate-limit.ts'
import { requireOwnerOrAdministrator } from '../../../server/access/roles.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { ApprovalKinds } from '../../approvals/server/approval-kind.ts'
import { documentsOf } from '../../documents/server/readers.ts'
import { requireProofToReach } from '../../identity/server/reach-proof.ts'
import { notifyAdministratorsOfMessage, notifyOfMessage } from '../../notifications/server/notify.ts'
import { replyToConversationCommand, startConversationCommand } from '../conversation.commands.ts'
import { attachmentsPerMessage, messagesPerInvestor, messageWindow } from '../conversations.ts'
import { replyFromInboxCommand } from '../inbox.commands.ts'
import { sendApprovedAnswer } from './answer-visitor.ts'
import { type MessageContent, messageKind, requestMessage, sentForApproval, takesApproval } from './approved-message.ts'
import { closeConversation } from './close-conversation.ts'
import { setRead } from './conversation.ts'
import { rowId } from './row-id.ts'

/**
 * Starts a conversation between an investor and the fund, and notifies the other side by e-mail, without the words. It
 * is with the actor, unless an administrator names the investor; a document that it is about is one of that person's.
 * @returns its id; '' where a second person approves it first
 */
export const startConversation = performFreely(
  startConversationCommand,
  async ({ actor, transact }, _, typed) => {
    const { formId, subject } = typed
    const personId = assertId(typed.personId || actor.id)
    requireOwnerOrAdministrator(actor, personId)
    const documentId = typed.documentId ? assertId(typed.documentId) : null
    const draft = draftOf(typed)
    const isApproved = takesApproval(actor, personId, typed.anyway, [subject, draft.body])
    await requireProofToReach(actor, { owners: [personId], texts: [subject, draft.body], isApproved })
    await enforceMessageLimit(actor)
    const id = rowId(formId, actor, [personId, documentId, subject, draft])
    await transact(async ({ tx, audit }) => {
      const recipient = await assertReachable(tx, actor, personId)
      if (documentId) await assertDocuments(tx, personId, [documentId])
      if (isApproved) {
        const about = { conversationId: id, personId, recipient, starts: { subject, documentId } }
        await requestMessage(tx, actor, rowId(formId, actor, ['message', id]), contentOf(actor, about, draft))
        return
      }
      const inserted = await tx
        .insertInto('conversations')
        .values({ id, person_id: personId, document_id: documentId, subject })
        .onConflict(conflict => conflict.doNothing())
        .executeTakeFirst()
      if (!inserted.numInsertedOrUpdatedRows) return
      await addMessage(tx, actor, { id, personId }, draft)
      await audit('conversation.started', id, { user_id: personId, subject, ...countOf(draft) })
    })
    return isApproved ? '' : id
  },
  { codes: { conversations_person_id_fkey: 'NOT_FOUND' } },
)

/** Adds a message to an investor's conversation, and notifies the other side by e-mail, without the words. */
export const replyToConversation = performFreely(
  replyToConversationCommand,
  async ({ actor, refuse, transact }, conversationId, { formId, ...typed }) => {
    const id = assertId(conversationId)
    const draft = draftOf(typed)
    await enforceMessageLimit(actor)
    return transact(async ({ tx, audit }) => {
      const conversation = await tx
        .selectFrom('conversations')
        .select(['person_id', 'subject'])
        .where('id', '=', id)
        .executeTakeFirst()
      const personId = conversation?.person_id
      if (!personId) throw refuse('NOT_FOUND')
      const recipient = await assertReachable(tx, actor, personId)
      const isApproved = takesApproval(actor, personId, typed.anyway, [draft.body])
      await requireProofToReach(actor, { owners: [personId], texts: [draft.body], isApproved })
      const messageId = rowId(formId, actor, [id, draft])
      if (isApproved) {
        const about = { conversationId: id, personId, recipient, starts: null }
        await requestMessage(tx, actor, messageId, contentOf(actor, about, draft))
        return { notice: sentForApproval }
      }
      const added = await addMessage(tx, actor, { id, personId }, { ...draft, messageId })
      if (!added) return undefined
      const details = { user_id: personId, subject: conversation.subject, ...countOf(draft) }
      await audit('conversation.replied', id, details)
      return undefined
    })
  },
)

/** The same as an administrator, who may mark the conversation as done with it. */
export const replyFromInbox = performFreely(replyFromInboxCommand, async ({ actor }, id, { done, ...draft }) => {
  const pending = await replyToConversation(actor, id, draft)
  if (pending || !done) return pending
  await closeConversation(actor, id)
  return { notice: 'Message sent. The conversation is marked as done.' }
})

type Draft = { body: string; attachments: readonly string[]; messageId?: string | undefined }

function draftOf({ body, attachments }: { body: string; attachments: readonly string[] }): Draft {
  const attached = [...new Set(attachments)]
  if (attached.length > attachmentsPerMessage) throw new PortalError('ATTACHMENTS_MANY')
  return { body, attachments: attached }
}

function countOf({ attachments }: Draft) {
  return attachments.length > 0 ? { attachments: attachments.length } : {}
}

type About = Pick<MessageContent, 'conversationId' | 'personId' | 'recipient' | 'starts'>

function contentOf(actor: Actor, about: About, { body, attachments }: Draft): MessageContent {
  return { ...about, senderName: senderNameOf(actor, true), body, attachments: attachments.map(assertId) }
}

// Of people at the fund, investors learn the addresses from the history of a document alone (specification section 2).
const senderNameOf = (actor: Actor, fromFund: boolean) => actor.fullName ?? (fromFund ? fund.shortName : actor.email)

/** A message of the office that a second person approves. @see requestMessage */
export const messageApprovals: ApprovalKinds<MessageContent> = messageKind(
  async (tx, actor, { id: approval_id, subjectId, requestedBy, content }) => {
    const { conversationId, personId, starts, senderName, body, attachments } = content
    if (personId === null) {
      await sendApprovedAnswer(tx, actor, { conversationId, messageId: subjectId, requestedBy, senderName, body })
    } else {
      await assertReachable(tx, actor, personId)
      if (starts)
        await tx
          .insertInto('conversations')
          .values({ id: conversationId, person_id: personId, document_id: starts.documentId, subject: starts.subject })
          .execute()
      const sender = { id: requestedBy, name: senderName }
      await addMessage(tx, actor, { id: conversationId, personId }, { body, attachments, messageId: subjectId }, sender)
    }
    const action = starts ? 'conversation.started' : 'conversation.replied'
    await audit(tx, actor, action, conversationId, { user_id: personId, approval_id })
  },
)

/** @returns whether the message is new */
async function addMessage(
  tx: Transaction<Database>,
  actor: Actor,
  { id, personId }: { id: string; personId: string },
  { body, attachments, messageId }: Draft,
  sender = { id: actor.id, name: senderNameOf(actor, personId !== actor.id) },
): Promise<boolean> {
  const documents = attachments.map(assertId)
  await assertDocuments(tx, personId, documents)
  const fromFund = personId !== actor.id
  const message = await tx
    .insertInto('conversation_messages')
    .values({
      id: messageId ?? randomUUID(),
      conversation_id: id,
      sender_id: sender.id,
      from_fund: fromFund,
      sender_name: sender.name,
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
  if (sender.id === actor.id) await setRead(tx, actor, id, message.created_at)
  if (fromFund) await notifyOfMessage(tx, { conversationId: id, userId: personId, by: actor })
  else await notifyAdministratorsOfMessage(tx, id)
  return true
}

async function enforceMessageLimit(actor: Actor): Promise<void> {
  if (actor.isAdmin) return
  const limit = { most: messagesPerInvestor, window: messageWindow, code: 'TOO_MANY_MESSAGES' } as const
  await enforceRateLimit(`conversation messages of ${actor.id}`, limit)
}

/**
 * @returns the person's name
 * @throws PortalError NOT_FOUND for a person that doesn't exist; PERSON_CLOSED for one with closed access
 */
async function assertReachable(tx: Transaction<Database>, actor: Actor, personId: string): Promise<string> {
  if (personId === actor.id) return actor.fullName ?? actor.email
  const person = await tx
    .selectFrom('user_profiles')
    .select(['disabled_at', 'full_name', 'email'])
    .where('id', '=', personId)
    .executeTakeFirst()
  if (!person) throw new PortalError('NOT_FOUND')
  if (person.disabled_at) throw new PortalError('PERSON_CLOSED')
  return person.full_name ?? person.email
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
