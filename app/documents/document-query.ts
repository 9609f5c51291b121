/** Filters and orders of document lists, shared by addresses, forms and the server. */

import { searchLength } from '../../rules/limits.ts'
import { type FileType, signingLinkType } from './documents.ts'

/** Kinds of documents with their file types. */
export const documentKinds = {
  pdf: ['pdf'],
  word: ['doc', 'docx'],
  picture: ['jpg', 'jpeg', 'png'],
  text: ['txt', 'csv'],
  model: ['stl'],
  link: [signingLinkType],
} as const satisfies Record<string, readonly (FileType | typeof signingLinkType)[]>
export type DocumentKind = keyof typeof documentKinds

/** Investors' terms for documents; app/documents/server/document-topics.ts defines them. */
export const documentTopics = ['statements', 'tax', 'agreements', 'notes', 'letters'] as const
export type DocumentTopic = (typeof documentTopics)[number]

/**
 * The document lists, `person` for one person's and `everyone` for all, with their states and orders. States: an
 * investor uploaded it and no administrator has opened it; a delete request is open or not; someone has opened the
 * document, or no one has. The first order is the default; sizes and views are sorted from most to least.
 */
export const documentLists = {
  person: {
    states: ['requested', 'viewed', 'unviewed'],
    sorts: ['newest', 'oldest', 'name', 'size', 'views'],
  },
  everyone: {
    states: ['new', 'requested', 'unrequested'],
    sorts: ['newest', 'oldest', 'name', 'owner', 'size'],
  },
} as const
export type DocumentListName = keyof typeof documentLists
export type DocumentState<List extends DocumentListName = DocumentListName> =
  (typeof documentLists)[List]['states'][number]
export type DocumentSort<List extends DocumentListName = DocumentListName> =
  (typeof documentLists)[List]['sorts'][number]

/** Filters and order of a document list. */
export interface DocumentQuery<List extends DocumentListName = 'person'> {
  /** Words that must each match the name, kind, year or holder, in any order; empty for all. */
  search: string
  /**
   * Words that must match the owner's name, e-mail address or organization, or the holder's name; only for everyone's
   * documents.
   */
  owner?: string
  kind?: DocumentKind
  /** Only for one person's documents, like the next. */
  topic?: DocumentTopic
  /** The year in a document's name, or else the year it was added. */
  year?: number
  state?: DocumentState<List>
  sort: DocumentSort<List>
}

/** States in links from before both lists shared their values, and the current ones. */
const earlierStates: Record<string, string> = { pending: 'requested', none: 'unrequested' }

/**
 * @returns the query in an address's `q`, `owner`, `type`, `state` and `sort`, or in parameters of earlier links;
 * ignores values that the list doesn't have
 */
export function readDocumentQuery<List extends DocumentListName = 'person'>(
  address: URLSearchParams,
  list: List = 'person' as List,
): DocumentQuery<List> {
  const states: readonly DocumentState<List>[] = documentLists[list].states
  const sorts: readonly DocumentSort<List>[] = documentLists[list].sorts
  const state = address.get('state') ?? ''
  return {
    search: wordsIn(address, 'q') || wordsIn(address, 'name'),
    ...(list === 'everyone' && { owner: wordsIn(address, 'owner') }),
    kind: kindNamed(address.get('type')),
    ...(list === 'person' && {
      topic: documentTopics.find(kind => kind === address.get('kind')),
      year: yearIn(address.get('year')),
    }),
    state: states.find(one => one === (earlierStates[state] ?? state)),
    sort: sorts.find(one => one === address.get('sort')) ?? (sorts[0] as DocumentSort<List>),
  }
}

function wordsIn(address: URLSearchParams, name: string): string {
  return (address.get(name) ?? '').trim().slice(0, searchLength)
}

/** @param name of a kind or, in earlier links, of a file type */
function kindNamed(name: string | null): DocumentKind | undefined {
  const kinds = Object.keys(documentKinds) as DocumentKind[]
  const hasType = (kind: DocumentKind) => (documentKinds[kind] as readonly string[]).includes(name ?? '')
  return kinds.find(kind => kind === name) ?? kinds.find(hasType)
}

function yearIn(text: string | null): number | undefined {
  return text && /^20\d\d$/.test(text) ? Number(text) : undefined
}

/** @returns a query as parameters of an address, without defaults */
export function writeDocumentQuery(query: DocumentQuery<DocumentListName>): Record<string, string> {
  const { search, owner, kind, topic, year, state, sort } = query
  return {
    ...(search && { q: search }),
    ...(owner && { owner }),
    ...(kind && { type: kind }),
    ...(topic && { kind: topic }),
    ...(year && { year: String(year) }),
    ...(state && { state }),
    ...(sort !== 'newest' && { sort }),
  }
}

/** @returns whether a query has filters; an order alone is none */
export function isFiltered({
  search,
  owner,
  kind,
  topic,
  year,
  state,
}: Omit<DocumentQuery<DocumentListName>, 'sort'>): boolean {
  return Boolean(search || owner || kind || topic || year || state)
}
