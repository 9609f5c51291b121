/** What lists of documents are narrowed to and sorted by: addresses, forms and the server share these words. */
import { type AcceptedExtension, signingLinkType } from './documents.ts'
import { searchLength } from './limits.ts'

type FileType = AcceptedExtension | typeof signingLinkType

/** Kinds of documents, each with the file types it stands for. */
export const documentKinds = {
  pdf: ['pdf'],
  word: ['doc', 'docx'],
  picture: ['jpg', 'jpeg', 'png'],
  text: ['txt'],
  model: ['stl'],
  link: [signingLinkType],
} as const satisfies Record<string, readonly FileType[]>
export type DocumentKind = keyof typeof documentKinds

/**
 * The lists there are, `person` one person's and `everyone` all documents, each with the states and orders it offers.
 * States: a delete request is pending, or is not; somebody has opened the document, or nobody has. The first order is
 * taken where none is named; by size and views the most are first.
 */
export const documentLists = {
  person: {
    states: ['requested', 'viewed', 'unviewed'],
    sorts: ['newest', 'oldest', 'name', 'size', 'views'],
  },
  everyone: {
    states: ['requested', 'unrequested'],
    sorts: ['newest', 'oldest', 'name', 'owner', 'size'],
  },
} as const
export type DocumentListName = keyof typeof documentLists
export type DocumentState<List extends DocumentListName = DocumentListName> =
  (typeof documentLists)[List]['states'][number]
export type DocumentSort<List extends DocumentListName = DocumentListName> =
  (typeof documentLists)[List]['sorts'][number]

/** Documents of everyone that meet a condition are counted this far. */
export const documentCountLimit = 10_000

/** What is looked for in a list of documents. */
export interface DocumentQuery<List extends DocumentListName = 'person'> {
  /** Words that a name must hold, each of them somewhere; empty for any name. */
  search: string
  /** Words that the owner's name, e-mail address or organization must hold; of everyone's documents alone. */
  owner?: string
  kind?: DocumentKind
  state?: DocumentState<List>
  sort: DocumentSort<List>
}

/** What addresses said before both lists shared their words, and what that is now. */
const earlierStates: Record<string, string> = { pending: 'requested', none: 'unrequested' }

/**
 * @returns what an address asks for by `q`, `owner`, `type`, `state` and `sort`, or in the words of earlier links; what
 *   the list does not know counts as not said
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
    state: states.find(one => one === (earlierStates[state] ?? state)),
    sort: sorts.find(one => one === address.get('sort')) ?? (sorts[0] as DocumentSort<List>),
  }
}

function wordsIn(address: URLSearchParams, name: string): string {
  return (address.get(name) ?? '').trim().slice(0, searchLength)
}

/** @param name a kind's, or as in earlier links a file type's */
function kindNamed(name: string | null): DocumentKind | undefined {
  const kinds = Object.keys(documentKinds) as DocumentKind[]
  const hasType = (kind: DocumentKind) => (documentKinds[kind] as readonly string[]).includes(name ?? '')
  return kinds.find(kind => kind === name) ?? kinds.find(hasType)
}

/** @returns the same as words of an address, without those that say nothing */
export function writeDocumentQuery(query: DocumentQuery<DocumentListName>): Record<string, string> {
  const { search, owner, kind, state, sort } = query
  return {
    ...(search && { q: search }),
    ...(owner && { owner }),
    ...(kind && { type: kind }),
    ...(state && { state }),
    ...(sort !== 'newest' && { sort }),
  }
}

/** @returns whether a query leaves documents out; an order alone does not */
export function narrows({ search, owner, kind, state }: DocumentQuery<DocumentListName>): boolean {
  return Boolean(search || owner || kind || state)
}
