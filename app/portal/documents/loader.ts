import { redirect } from 'react-router'
import { type DocumentQuery, readDocumentQuery } from '../../../rules/document-query.ts'
import { documentsAtFirst } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { FoundDocuments } from '../../../server/documents/document-search.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import type { ServerContext } from '../../context.ts'
import { type Refusal, resultOrError, unwrapOrRespond } from '../errors.ts'

/** A person as the portal speaks of them. */
export type Person = Pick<Actor, 'id' | 'email' | 'fullName'>

/** What the documents' tab shows. `trouble`: it could not be read, or not anew. */
export interface DocumentsData extends FoundDocuments {
  tab: 'documents'
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

/**
 * `user` whose documents, for administrators; `q`, `type`, `state` and `sort` what to look for; `show=all` all of that
 * instead of the first ones; `document` the opened one.
 * @throws answers: not allowed (403), not there (404), elsewhere (302)
 */
export async function loadDocumentsTab(
  address: URLSearchParams,
  actor: Actor,
  { operations }: ServerContext,
): Promise<DocumentsData> {
  const person = await whose(actor, address.get('user'), operations)
  const query = readDocumentQuery(address)
  const all = address.get('show') === 'all'
  const reading = operations.findDocuments(actor, person.id, query, all ? undefined : documentsAtFirst)
  const read = await resultOrError(reading, 'LOAD_DOCUMENTS_FAILED')
  const found = read.value ?? nothing
  const wanted = address.get('document')
  let opened: PortalDocument | undefined
  if (wanted && !read.trouble && !found.documents.some(({ id }) => id === wanted)) {
    opened = await operations.getDocument(actor, wanted).catch(() => undefined)
    // An address that names a document and not whose it is.
    if (opened && opened.user_id !== person.id) {
      throw redirect(`/profile?${new URLSearchParams({ user: opened.user_id, document: opened.id })}`)
    }
  }
  return { tab: 'documents', person, query, all, ...found, opened, trouble: read.trouble }
}

const nothing: FoundDocuments = {
  documents: [],
  matching: 0,
  total: 0,
  kinds: {},
  states: { requested: 0, viewed: 0, unviewed: 0 },
}

async function whose(actor: Actor, asked: string | null, operations: ServerContext['operations']): Promise<Person> {
  if (!asked || asked === actor.id) return actor
  const { id, email, full_name } = await unwrapOrRespond(operations.getUserProfile(actor, asked))
  return { id, email, fullName: full_name }
}
