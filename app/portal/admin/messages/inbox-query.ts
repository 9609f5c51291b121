import {
  type ConversationFilter,
  type ConversationKind,
  conversationFilters,
  conversationKinds,
} from '../../../../rules/conversations.ts'
import { adminPages, withQuery } from '../../addresses.ts'
import { pageNumber } from '../page-number.ts'

/** What an address asks of the inbox. */
export interface InboxQuery {
  /** All that aren't done by default. */
  show: ConversationFilter
  /** Everything by default. */
  kind?: ConversationKind | undefined
  /** From 1. */
  page: number
}

/** @returns what the query of an address asks for; unknown values are left out */
export function readInboxQuery(query: URLSearchParams): InboxQuery {
  return {
    show: conversationFilters.find(filter => filter === query.get('show')) ?? 'open',
    kind: conversationKinds.find(kind => kind === query.get('kind')),
    page: pageNumber(query),
  }
}

/** @returns the address of a view of the inbox */
export function inboxPage({ page, ...filters }: InboxQuery): string {
  return withQuery(adminPages.messages, { ...writeFilters(filters), page: page > 1 ? String(page) : undefined })
}

/** @returns the address of a file of everything that a view of the inbox lists, on all its pages */
export function inboxFile(filters: Omit<InboxQuery, 'page'>): string {
  return withQuery('/profile/inbox.csv', writeFilters(filters))
}

function writeFilters({ show, kind }: Omit<InboxQuery, 'page'>) {
  return { show: show === 'open' ? undefined : show, kind }
}
