import type { ConversationFilter, ConversationKind } from '../../rules/conversations.ts'
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
  const { total } = await getConversations(actor, { ...filters, size: 1 })
  await asAdministrator(actor, tx => audit(tx, actor, 'inbox.exported', actor.id, { ...filters, conversations: total }))
  return streamOf(csvOf(actor, filters))
}

async function* csvOf(actor: Actor, filters: InboxFilters): AsyncGenerator<Uint8Array, void, void> {
  yield Buffer.from(csvLine(columns.map(([name]) => name)))
  // A message that arrives meanwhile moves the others back, so the last of a page may be the first of the next.
  const written = new Set<string>()
  for (let page = 0; page * exportBatch < exportedRows; page++) {
    const { conversations } = await getConversations(actor, { ...filters, page, size: exportBatch })
    const unwritten = conversations.filter(({ id }) => !written.has(id))
    for (const { id } of unwritten) written.add(id)
    yield Buffer.from(unwritten.map(one => csvLine(columns.map(([, cell]) => cell(one)))).join(''))
    if (conversations.length < exportBatch) return
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
