import type { CsvColumns } from '../../../rules/csv.ts'
import { saveCsv } from '../../shell/office/save-csv.ts'
import type { ConversationSummary } from '../server/conversations.ts'
import { inboxPage, readInboxQuery } from './inbox-query.ts'

export const conversationColumns: CsvColumns<ConversationSummary> = {
  With: ({ person, visitor }) => (person ? person.name : visitor?.name),
  'E-mail': ({ person, visitor }) => (person ?? visitor)?.email,
  Kind: kindOf,
  Subject: ({ subject }) => subject,
  Document: ({ document }) => document?.filename,
  State: stateOf,
  'Answered by': ({ answeredBy }) => answeredBy,
  'Last message (UTC)': ({ lastMessageAt }) => lastMessageAt,
  'Call (UTC)': ({ visitor }) => visitor?.startsAt,
}

/** GET: the conversations that `show` and `kind` find, as a CSV file without what was written in them. */
export const loader = saveCsv({
  name: 'messages',
  columns: conversationColumns,
  rows: ({ actor, operations }, query) => {
    const { show: filter, kind } = readInboxQuery(query)
    return operations.exportInbox(actor, { filter, kind })
  },
  page: query => inboxPage(readInboxQuery(query)),
})

function kindOf({ visitor }: ConversationSummary): string {
  if (!visitor) return 'investor'
  return visitor.kind === 'message' ? 'visitor' : `${visitor.kind} call`
}

function stateOf({ visitor, awaitsAnswer, closedAt }: ConversationSummary): string {
  if (visitor?.isCancelled) return 'canceled'
  if (awaitsAnswer) return 'unanswered'
  return closedAt ? 'done' : 'answered'
}
