import { loadList, showList } from '../../list-page.tsx'
import { asAsked } from '../../list-place.ts'
import { InboxPage } from './inbox-page.tsx'
import { readInboxQuery } from './inbox-query.ts'

/**
 * Loads one page of everyone's conversations, as the query asks (`inbox-query.ts`).
 * @throws answers: those of `requireAdministrator`
 */
export const loader = loadList({
  view: query => ({ query: readInboxQuery(query) }),
  read: async ({ actor, operations }, { query }) => {
    const { show: filter, kind } = query
    return { list: await operations.getConversations(actor, { filter, kind, ...asAsked(query) }) }
  },
  none: { list: { conversations: [], total: 0, more: false } },
  failed: 'LOAD_MESSAGES_FAILED',
})

/** The fund's inbox: investors' conversations, visitors' messages and calls. */
export default showList<typeof loader>(InboxPage)
