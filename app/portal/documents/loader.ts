import { data, redirect } from 'react-router'
import { type DocumentQuery, readDocumentQuery } from '../../../rules/document-query.ts'
import { documentsAtFirst } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { FoundDocuments } from '../../../server/documents/document-search.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import type { Operations } from '../../../server/operations.ts'
import { home, personPage, withQuery } from '../addresses.ts'
import type { Refusal } from '../errors.ts'
import { resultOrError } from '../server-errors.ts'

/** A person as the portal speaks of them. */
export type Person = Pick<Actor, 'id' | 'email' | 'fullName'>

/** What a list of a person's documents shows. `trouble`: it could not be read, or could not be read again. */
export interface DocumentsData extends FoundDocuments {
  /** Whose documents these are. */
  person: Person
  /** What is looked for among them. */
  query: DocumentQuery
  /** All that were found, however many, rather than the first ones. */
  all: boolean
  /** The opened one, where it is not among those. */
  opened?: PortalDocument
  trouble?: Refusal
}

const nothing: FoundDocuments = {
  documents: [],
  matching: 0,
  total: 0,
  kinds: {},
  states: { requested: 0, viewed: 0, unviewed: 0 },
}

/**
 * Reads a person's documents.
 * @param address `q`, `type`, `state` and `sort` what to look for; `show=all` all of that instead of the first ones;
 *   `document` the opened one
 * @throws answers: not allowed (403), the opened document belongs to somebody else (302)
 */
export async function loadDocuments(address: URLSearchParams, person: Person, actor: Actor, operations: Operations) {
  const query = readDocumentQuery(address)
  const all = address.get('show') === 'all'
  const reading = operations.findDocuments(actor, person.id, query, all ? undefined : documentsAtFirst)
  const { value: found = nothing, trouble } = await resultOrError(reading, 'LOAD_DOCUMENTS_FAILED')
  const wanted = address.get('document')
  let opened: PortalDocument | undefined
  if (wanted && !trouble && !found.documents.some(({ id }) => id === wanted)) {
    opened = await operations.getDocument(actor, wanted).catch(() => undefined)
    if (opened && opened.user_id !== person.id) {
      const page = opened.user_id === actor.id ? home : personPage(opened.user_id)
      throw redirect(withQuery(page, { document: opened.id }))
    }
  }
  return data<DocumentsData>({ person, query, all, ...found, opened, trouble }, { status: trouble ? 500 : 200 })
}
