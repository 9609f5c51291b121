import type { ConversationSummary } from '../../../../messages/server/conversations.ts'
import type { Asking } from '../../../../shell/portal/list-page.tsx'
import { unwrapOrRespond } from '../../../../shell/portal/server-errors.ts'

/** Number of recent conversations and log entries; their own pages have all. */
const listed = { conversations: 3, entries: 5 }

/**
 * What administrators ask first about a person: holdings, pending items, recent messages and log entries. No names of
 * documents: those are behind the lock of another person's documents.
 */
export async function loadOverview({ actor, operations }: Asking, id: string) {
  const [holdings, waiting, written, unanswered, remarks, { entries }, figures, documents, shares] =
    await unwrapOrRespond(
      Promise.all([
        operations.getHoldingsOf(actor, id),
        operations.getPendingForPerson(actor, id),
        operations.getConversations(actor, { of: id, size: listed.conversations }),
        operations.getConversations(actor, { of: id, filter: 'new', size: 1 }),
        operations.getRemarks(actor, { personId: id }),
        operations.getActivityOf(actor, id),
        operations.getPeopleFigures(actor, [id]),
        operations.getDocumentsSummary(actor, id),
        operations.getSharedAccessOf(actor, id),
      ]),
    )
  const holders = holdings?.holders.map(holder => holder.id) ?? []
  const toConfirm = waiting.toSign.filter(({ signingState }) => signingState === 'said_signed').length
  return {
    holdings,
    verifications: await unwrapOrRespond(operations.getHolderVerifications(actor, holders)),
    toSign: { unsigned: waiting.toSign.length - toConfirm, toConfirm },
    requestedDocuments: waiting.requestedDocuments.map(({ name, dueOn }) => ({ name, dueOn })),
    conversations: written.conversations.map(withoutDocument),
    moreConversations: written.total > listed.conversations,
    unanswered: { total: unanswered.total, newest: unanswered.conversations.map(withoutDocument)[0] },
    remarks,
    entries: entries.slice(0, listed.entries).map(({ id: key, what, who, at }) => ({ id: key, what, who, at })),
    lastSeen: figures[id]?.lastSeen ?? null,
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

export type Overview = Awaited<ReturnType<typeof loadOverview>>
