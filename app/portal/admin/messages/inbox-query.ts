import { href } from 'react-router'
import {
  type ConversationFilter,
  type ConversationKind,
  conversationFilters,
  conversationKinds,
} from '../../../../rules/conversations.ts'
import { withQuery } from '../../../../rules/url.ts'
import { type ListPlace, readPlace, writePlace } from '../list-place.ts'

/** What an address asks of the inbox. */
export interface InboxQuery extends ListPlace {
  /** All that aren't done by default. */
  show: ConversationFilter
  /** Everything by default. */
  kind?: ConversationKind | undefined
}

/** @returns what the query of an address asks for; unknown values are left out */
export function readInboxQuery(query: URLSearchParams): InboxQuery {
  return {
    show: conversationFilters.find(filter => filter === query.get('show')) ?? 'open',
    kind: conversationKinds.find(kind => kind === query.get('kind')),
    ...readPlace(query),
  }
}

/** @returns the address of a view of the inbox */
export function inboxPage(query: InboxQuery): string {
  return withQuery(href('/profile/admin/messages'), { ...writeFilters(query), ...writePlace(query) })
}

/** @returns the address of a file of everything that a view of the inbox lists, on all its pages */
export function inboxFile(filters: Omit<InboxQuery, keyof ListPlace>): string {
  return withQuery(href('/profile/inbox.csv'), writeFilters(filters))
}

function writeFilters({ show, kind }: Omit<InboxQuery, keyof ListPlace>) {
  return { show: show === 'open' ? undefined : show, kind }
}
