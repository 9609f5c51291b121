/** What the list of all documents may be narrowed to and sorted by: its address, its form and the server agree on it. */
import { acceptedExtensions, signingLinkType } from './documents.ts'

export const documentTypes = [...acceptedExtensions, signingLinkType] as const
export type DocumentType = (typeof documentTypes)[number]

/** `pending`: its deletion was asked for. `none`: it was not. */
export const filterStates = ['pending', 'none'] as const
export type FilterState = (typeof filterStates)[number]

export const filterSorts = ['newest', 'oldest', 'name', 'owner', 'size'] as const
export type FilterSort = (typeof filterSorts)[number]

/** Documents that meet a condition are counted this far. */
export const documentCountLimit = 10_000

export interface DocumentFilter {
  /** Words that must all be in the document's name. */
  name: string
  /** Words that must all be in the owner's name, e-mail address or organization. */
  owner: string
  type: DocumentType | null
  state: FilterState | null
  sort: FilterSort
}

/** @returns what an address asks for; what it does not know counts as not asked for */
export function readDocumentFilter(query: URLSearchParams): DocumentFilter {
  return {
    name: query.get('name')?.trim() ?? '',
    owner: query.get('owner')?.trim() ?? '',
    type: documentTypes.find(type => type === query.get('type')) ?? null,
    state: filterStates.find(state => state === query.get('state')) ?? null,
    sort: filterSorts.find(sort => sort === query.get('sort')) ?? 'newest',
  }
}
