import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { looksLikePaymentInstructions } from '../../../rules/payment-instructions.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { ApprovalKind, Concerns } from '../../approvals/server/approval-kind.ts'
import { askForApproval } from '../../approvals/server/ask-for-approval.ts'

const kind = 'message.send'

/** What an approval of a message keeps: exactly what is sent. */
export interface MessageContent extends Concerns {
  conversationId: string
  /** In words, for the person who decides. */
  recipient: string
  /** The investor; null for a visitor, who gets an e-mail. */
  personId: string | null
  /** Of a conversation that it starts. */
  starts: { subject: string; documentId: string | null } | null
  senderName: string
  body: string
  attachments: readonly string[]
}

export const sentForApproval = 'Not sent yet. It needs a second person’s approval.'

/**
 * Asks twice about the office's words that read like payment instructions.
 * @returns whether they are meant, and so wait for a second person
 * @throws PortalError MESSAGE_PAYMENT_WORDS the first time
 */
export function takesApproval(actor: Actor, owner: string | null, anyway: boolean, texts: readonly string[]): boolean {
  if (owner === actor.id || !looksLikePaymentInstructions(...texts)) return false
  if (!anyway) throw new PortalError('MESSAGE_PAYMENT_WORDS')
  return true
}

/** Requests a message. Another administrator reads it, word by word, and it is sent as it was. */
export function requestMessage(
  tx: Transaction<Database>,
  actor: Actor,
  messageId: string,
  content: MessageContent,
): Promise<string> {
  return askForApproval(tx, actor, {
    ...{ kind, subjectId: messageId, holderId: null, summary: `A message to ${content.recipient}` },
    content: { ...content, ...(content.personId && { concerns: [content.personId] }) },
  })
}

/** @param send writes the message, in the requester's name */
export function messageKind(send: ApprovalKind<MessageContent>['apply']): Record<string, ApprovalKind<MessageContent>> {
  return {
    [kind]: {
      title: 'Message like payment instructions',
      describe: ({ recipient, personId, starts, senderName, body, attachments }) => [
        `${senderName} writes to ${recipient}${personId ? '' : ', by e-mail'}${starts ? `, about “${starts.subject}”` : ''}:`,
        `“${body}”`,
        ...(attachments.length > 0 ? [`With ${attachments.length} attached. Open the conversation to see them.`] : []),
        'It reads like payment instructions. The fund’s own belong on the wire page alone. Call the person who asked before you approve.',
      ],
      apply: send,
      link: () => href('/profile/admin/messages'),
    },
  }
}
