import { data, href, redirect } from 'react-router'
import { tax } from '../../../content/tax.ts'
import { taxPapers } from '../../../content/tax-papers.ts'
import { formatDay } from '../../../rules/days.ts'
import { documentsAtFirst } from '../../../rules/limits.ts'
import { noRows, unpackRows } from '../../../rules/packed-rows.ts'
import { withQuery } from '../../../rules/url.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { Operations } from '../../../server/request-context.ts'
import type { PendingForPerson } from '../../document-requests/server/pending-for-person.ts'
import type { Holdings } from '../../holdings/server/holdings.ts'
import { type Held, toHeld } from '../../home/investor/held.ts'
import type { Home } from '../../home/server/home.ts'
import type { Refusal } from '../../shell/portal/refusal.ts'
import { resultOrError } from '../../shell/portal/server-errors.ts'
import { noFormWords, unpromisedReason } from '../../tax/promised-form.ts'
import { type DocumentQuery, readDocumentQuery } from '../document-query.ts'
import type { FoundDocuments } from '../server/document-search.ts'
import type { PortalDocument } from '../server/documents.ts'

/** A person's identity and names in the portal. */
export type Person = Pick<Actor, 'id' | 'email' | 'fullName'>

/** The data of a page that lists a person's documents. */
export interface DocumentsData extends FoundDocuments {
  /** The documents' owner. */
  person: Person
  /** The search, filters and order. */
  query: DocumentQuery
  /** `rows` has all matching documents rather than the first ones. */
  all: boolean
  /** The opened document, if it is not among `rows`. */
  opened?: PortalDocument
  /** The home above the list. */
  home?: HomeData
  /** How much of the reader's storage is used, once that matters. */
  spaceNote?: string
  /** Why the list could not be loaded or reloaded. */
  loadError?: Refusal
}

export type HomeData = Omit<Home, 'nextForm'> & {
  waiting: PendingForPerson
  held: Held | undefined
  /** A sentence about the next tax form and its date; undefined for people without holdings. */
  taxAhead: string | undefined
}

const noDocuments: FoundDocuments = {
  rows: noRows,
  matching: 0,
  total: 0,
}

/**
 * Loads a person's documents.
 * @param address the query: `q`, `type`, `state` and `sort` as in a `DocumentQuery`; `show=all` for all matching
 *   documents instead of the first ones; `document`, the id of the opened one
 * @param account one of the person's, to limit the list and the home to it; else all of them
 * @throws answers: not allowed (403), redirect to the list of the opened document's owner, or to the reader's shared
 *   documents (302)
 */
export async function loadDocuments(
  address: URLSearchParams,
  person: Person,
  actor: Actor,
  operations: Operations,
  account?: string,
) {
  const query = readDocumentQuery(address)
  const all = address.get('show') === 'all'
  const reading = operations.findDocuments(actor, person.id, query, all ? undefined : documentsAtFirst, account)
  // A note or a home that can't be loaded is left out.
  const own = person.id === actor.id
  const noting = own ? operations.getSpaceNote(actor).catch(() => undefined) : undefined
  const greeting = own && !actor.isAdmin ? loadHome(actor, operations, account).catch(() => undefined) : undefined
  const { value: found = noDocuments, loadError } = await resultOrError(reading, 'LOAD_DOCUMENTS_FAILED')
  const spaceNote = await noting
  const home = await greeting
  const openedId = address.get('document')
  let opened: PortalDocument | undefined
  if (openedId && !loadError && !unpackRows(found.rows).some(({ id }) => id === openedId)) {
    opened = await operations.getDocument(actor, openedId).catch(() => undefined)
    if (opened?.share) throw redirect(withQuery(href('/profile/shared'), { document: opened.id }))
    if (opened && opened.user_id !== person.id) {
      const page =
        opened.user_id === actor.id ? href('/profile') : href('/profile/admin/people/:id', { id: opened.user_id })
      throw redirect(withQuery(page, { document: opened.id }))
    }
  }
  return data<DocumentsData>(
    { person, query, all, ...found, opened, home, spaceNote, loadError },
    { status: loadError ? 500 : 200 },
  )
}

async function loadHome(actor: Actor, operations: Operations, account: string | undefined): Promise<HomeData> {
  const [home, waiting, holdings] = await Promise.all([
    operations.getHome(actor),
    operations.getPendingForPerson(actor, actor.id),
    // The rest of a home is useful without it.
    actor.isMember ? operations.getHoldings(actor, undefined, account).catch(() => undefined) : undefined,
  ])
  const { nextForm, ...rest } = home
  const taxAhead = holdings && nextForm && taxAheadWords(nextForm, holdings)
  return { ...rest, waiting, held: holdings && toHeld(holdings), taxAhead }
}

/**
 * @returns when the next form comes, and for which holders if not all of a person's get one; where none does, why not;
 *   undefined without holders
 */
function taxAheadWords(
  { year, due, payees }: NonNullable<Home['nextForm']>,
  { holders, notes, today }: Holdings,
): string | undefined {
  const ahead = holders.flatMap(({ id, name, kind }) => {
    const payee = payees.find(({ holderId }) => holderId === id)
    const own = notes.filter(({ holder }) => holder.id === id)
    return payee ? [{ name, kind, reason: unpromisedReason(payee, own, year, today, tax) }] : []
  })
  const promised = ahead.filter(({ reason }) => !reason)
  const [first] = ahead
  if (first?.reason && promised.length === 0) return noFormWords(first.reason, first.kind, year)
  const names = promised.length < ahead.length ? ` for ${promised.map(({ name }) => name).join(', ')}` : ''
  return first && taxPapers && `The ${year} form${names} will be here by ${formatDay(due)}.`
}
