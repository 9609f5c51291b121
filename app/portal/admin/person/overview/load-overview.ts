import type { ConversationSummary } from '../../../../../server/messages/conversations.ts'
import type { Asking } from '../../../list-page.tsx'
import { unwrapOrRespond } from '../../../server-errors.ts'

/** The newest conversations and entries of the log that are told; their own pages have all. */
const told = { conversations: 3, entries: 5 }

/**
 * All that the office asks first about a person: what they hold, what waits, and what was said and done last. No names of
 * documents: those are behind the lock of another person's documents.
 * @throws answers: not an administrator (403), no such person (404)
 */
export async function loadOverview({ actor, operations }: Asking, id: string) {
  const [holdings, waiting, written, unanswered, remarks, { entries }, figures, documents, shares] =
    await unwrapOrRespond(
      Promise.all([
        operations.getHoldingsOf(actor, id),
        operations.getWaitingForPerson(actor, id),
        operations.getConversations(actor, { of: id, size: told.conversations }),
        operations.getConversations(actor, { of: id, filter: 'new', size: 1 }),
        operations.getRemarks(actor, { personId: id }),
        operations.getActivityOf(actor, id),
        operations.getPeopleFigures(actor, [id]),
        operations.getDocumentsInShort(actor, id),
        operations.getSharedAccessOf(actor, id),
      ]),
    )
  const holders = holdings?.holders.map(holder => holder.id) ?? []
  const toConfirm = waiting.toSign.filter(({ signing_state }) => signing_state === 'said_signed').length
  return {
    holdings,
    verifications: await unwrapOrRespond(operations.getHolderVerifications(actor, holders)),
    toSign: { unsigned: waiting.toSign.length - toConfirm, toConfirm },
    askedFor: waiting.askedFor.map(({ name, due_on }) => ({ name, dueOn: due_on })),
    conversations: written.conversations.map(withoutDocument),
    moreConversations: written.total > told.conversations,
    unanswered: { total: unanswered.total, newest: unanswered.conversations.map(withoutDocument)[0] },
    remarks,
    entries: entries.slice(0, told.entries).map(({ id: key, what, who, at }) => ({ id: key, what, who, at })),
    lastSeen: figures[id]?.last_seen ?? null,
    documents,
    shares,
  }
}

function withoutDocument(conversation: ConversationSummary): ConversationSummary {
  const { document, subject } = conversation
  if (!document) return conversation
  return {
    ...conversation,
    document: null,
    subject: subject?.includes(document.filename) ? 'About a document' : subject,
  }
}

/** What a person's overview shows. */
export type Overview = Awaited<ReturnType<typeof loadOverview>>
