import { type ConversationFilter, type ConversationKind, conversationKey } from '../../rules/conversations.ts'
import { exportBatch, exportedRows } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import { requireFreshProof } from '../identity/fresh-proof.ts'
import { type CsvCell, csvLine } from '../platform/csv.ts'
import { streamOf } from '../platform/stream-of.ts'
import { type ConversationSummary, getConversations } from './conversations.ts'

interface InboxFilters {
  filter?: ConversationFilter | undefined
  kind?: ConversationKind | undefined
}

const columns: [string, (conversation: ConversationSummary) => CsvCell][] = [
  ['With', ({ person, visitor }) => (person ? person.name : visitor?.name)],
  ['E-mail', ({ person, visitor }) => (person ?? visitor)?.email],
  ['Kind', kindOf],
  ['Subject', ({ subject }) => subject],
  ['Document', ({ document }) => document?.filename],
  ['State', stateOf],
  ['Answered by', ({ answeredBy }) => answeredBy],
  ['Last message (UTC)', ({ lastMessageAt }) => lastMessageAt],
  ['Call (UTC)', ({ visitor }) => visitor?.startsAt],
]

/**
 * Exports the conversations that filters find, newest first, without what was written in them, and records that they
 * were exported.
 * @returns CSV (RFC 4180) that is created while it is read
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED
 */
export async function exportInbox(actor: Actor, filters: InboxFilters = {}): Promise<ReadableStream<Uint8Array>> {
  requireAdministrator(actor)
  await requireFreshProof(actor)
  const { total, more } = await getConversations(actor, { ...filters, size: 1 })
  const conversations = more ? `more than ${total}` : total
  await asAdministrator(actor, tx => audit(tx, actor, 'inbox.exported', actor.id, { ...filters, conversations }))
  return streamOf(csvOf(actor, filters))
}

async function* csvOf(actor: Actor, filters: InboxFilters): AsyncGenerator<Uint8Array, void, void> {
  yield Buffer.from(csvLine(columns.map(([name]) => name)))
  let edge: string | undefined
  for (let written = 0; written < exportedRows; written += exportBatch) {
    const { conversations } = await getConversations(actor, { ...filters, edge, size: exportBatch })
    yield Buffer.from(conversations.map(one => csvLine(columns.map(([, cell]) => cell(one)))).join(''))
    const last = conversations.at(-1)
    if (!last || conversations.length < exportBatch) return
    edge = conversationKey(last)
  }
}

function kindOf({ visitor }: ConversationSummary): string {
  if (!visitor) return 'investor'
  return visitor.kind === 'message' ? 'visitor' : `${visitor.kind} call`
}

function stateOf({ visitor, awaitsAnswer, closedAt }: ConversationSummary): string {
  if (visitor?.isCancelled) return 'canceled'
  if (awaitsAnswer) return 'unanswered'
  return closedAt ? 'done' : 'answered'
}
