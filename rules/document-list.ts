import { type AcceptedExtension, signingLinkType } from './documents.ts'
import { searchLength } from './limits.ts'

/** Kinds that a list of documents can be narrowed to, each with the file types it stands for. */
export const documentKinds = {
  pdf: ['pdf'],
  word: ['doc', 'docx'],
  picture: ['jpg', 'jpeg', 'png'],
  text: ['txt'],
  model: ['stl'],
  link: [signingLinkType],
} as const satisfies Record<string, readonly (AcceptedExtension | typeof signingLinkType)[]>
export type DocumentKind = keyof typeof documentKinds

/** States it can be narrowed to: a delete request is pending; somebody has opened it; nobody has. */
export const listStates = ['requested', 'viewed', 'unviewed'] as const
export type ListState = (typeof listStates)[number]

/** Orders; the first one is taken where none is named. Size and views: the most first. */
export const listSorts = ['newest', 'oldest', 'name', 'size', 'views'] as const
export type ListSort = (typeof listSorts)[number]

/** What is looked for in a list of documents. */
export interface DocumentQuery {
  /** Words that a name must hold, each of them somewhere; empty for any name. */
  search: string
  kind?: DocumentKind
  state?: ListState
  sort: ListSort
}

/** @returns what an address asks for by `q`, `type`, `state` and `sort`; whatever it does not know counts as not said */
export function readDocumentQuery(address: URLSearchParams): DocumentQuery {
  const known = <Word extends string>(name: string, words: readonly Word[]) =>
    words.find(word => word === address.get(name))
  return {
    search: (address.get('q') ?? '').trim().slice(0, searchLength),
    kind: known('type', Object.keys(documentKinds) as DocumentKind[]),
    state: known('state', listStates),
    sort: known('sort', listSorts) ?? listSorts[0],
  }
}

/** @returns the same as words of an address, without those that say nothing */
export function writeDocumentQuery({ search, kind, state, sort }: DocumentQuery): Record<string, string> {
  return {
    ...(search && { q: search }),
    ...(kind && { type: kind }),
    ...(state && { state }),
    ...(sort !== listSorts[0] && { sort }),
  }
}

/** @returns whether a query leaves documents out; an order alone does not */
export function narrows({ search, kind, state }: DocumentQuery): boolean {
  return Boolean(search || kind || state)
}
