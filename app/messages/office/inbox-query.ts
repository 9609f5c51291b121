import { href } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import { type ListPlace, type PlaceFields, readPlace } from '../../shell/portal/list-place.ts'
import {
  type ConversationFilter,
  type ConversationKind,
  conversationFilters,
  conversationKinds,
} from '../conversations.ts'

/** What an address asks the inbox to show, on one of its pages. */
export interface InboxQuery extends InboxFilters, ListPlace {}

/** What an address narrows the inbox to. */
export interface InboxFilters {
  /** All that aren't done by default. */
  show: ConversationFilter
  /** Everything by default. */
  kind?: ConversationKind | undefined
}

/** @returns the view that an address's query requests, without unknown values */
export function readInboxQuery(query: URLSearchParams): InboxQuery {
  return {
    show: conversationFilters.find(filter => filter === query.get('show')) ?? 'open',
    kind: conversationKinds.find(kind => kind === query.get('kind')),
    ...readPlace(query),
  }
}

/** @returns the address of a view of the inbox, on its first page unless `place` says otherwise */
export function inboxPage(filters: InboxFilters, place: PlaceFields = {}): string {
  return withQuery(href('/profile/admin/messages'), { ...writeFilters(filters), ...place })
}

/** @returns the address of a file of everything that a view of the inbox lists, on all its pages */
export function inboxFile(filters: InboxFilters): string {
  return withQuery(href('/profile/inbox.csv'), writeFilters(filters))
}

function writeFilters({ show, kind }: InboxFilters) {
  return { show: show === 'open' ? undefined : show, kind }
}
