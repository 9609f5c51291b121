import { exportBatch, exportedRows } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { requireAdministrator } from '../../../server/access/roles.ts'
import { type ExportedRows, exportRows, type RowsInBatches } from '../../audit/server/export-rows.ts'
import { type ConversationFilter, type ConversationKind, conversationKey } from '../conversations.ts'
import { type ConversationSummary, getConversations } from './conversations.ts'

interface InboxFilters {
  filter?: ConversationFilter | undefined
  kind?: ConversationKind | undefined
}

/** Exports the conversations that filters find, newest first, without what was written in them. */
export async function exportInbox(
  actor: Actor,
  filters: InboxFilters = {},
): Promise<ExportedRows<ConversationSummary>> {
  requireAdministrator(actor)
  const { total, more } = await getConversations(actor, { ...filters, size: 1 })
  const details = { ...filters, conversations: more ? `more than ${total}` : total }
  return exportRows(actor, 'inbox.exported', async () => ({ rows: readConversations(actor, filters), details }))
}

async function* readConversations(actor: Actor, filters: InboxFilters): RowsInBatches<ConversationSummary> {
  let edge: string | undefined
  for (let written = 0; written < exportedRows; written += exportBatch) {
    const { conversations } = await getConversations(actor, { ...filters, edge, size: exportBatch })
    yield conversations
    const last = conversations.at(-1)
    if (!last || conversations.length < exportBatch) return
    edge = conversationKey(last)
  }
}
