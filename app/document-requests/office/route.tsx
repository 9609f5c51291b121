import type { ReactNode } from 'react'
import { data, href } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import { type SigningFilter, signingFilters } from '../../documents/signing-links.ts'
import { serverContext } from '../../shell/context.ts'
import { PageName } from '../../shell/office/page-name.tsx'
import type { Shown } from '../../shell/portal/list-page.tsx'
import { pageNumber } from '../../shell/portal/list-place.ts'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { showOne } from '../../shell/portal/one-page.tsx'
import { Pagination } from '../../shell/portal/pagination.tsx'
import { requireAdministrator } from '../../shell/portal/require-actor.ts'
import { resultOrError } from '../../shell/portal/server-errors.ts'
import { useMe } from '../../shell/portal/use-me.ts'
import { EmptyState } from '../../shell/ui/empty-state.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../shell/ui/notice.tsx'
import { type RequestFilter, requestFilters } from '../document-requests.ts'
import { documentRequestsPerPage, signingLinksPerPage } from '../limits.ts'
import type { Route } from './+types/route'
import { LinkEntry } from './link-entry.tsx'
import style from './outstanding-page.module.css'
import { RequestEntry } from './request-entry.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../shell/portal/viewer-revalidation.ts'

/**
 * Loads outstanding items. In the query, `signatures` and `documents` are the lists' filters, `signing-page` and
 * `document-page` their pages, from 1.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const query = url.searchParams
  const view = {
    signatures: signingFilters.find(filter => filter === query.get('signatures')) ?? 'open',
    documents: requestFilters.find(filter => filter === query.get('documents')) ?? 'open',
    signingPage: pageNumber(query, 'signing-page'),
    documentPage: pageNumber(query, 'document-page'),
  }
  const { operations } = server
  const [signing, requested] = await Promise.all([
    resultOrError(
      operations.getSigningLinks(actor, { filter: view.signatures, page: view.signingPage - 1 }),
      'LOAD_SIGNING_FAILED',
    ),
    resultOrError(
      operations.getDocumentRequests(actor, { filter: view.documents, page: view.documentPage - 1 }),
      'LOAD_ASKED_FAILED',
    ),
  ])
  const loadErrors = { signing: signing.loadError, requested: requested.loadError }
  const failed = loadErrors.signing || loadErrors.requested
  return data({ view, signing: signing.value, requested: requested.value, loadErrors }, { status: failed ? 500 : 200 })
}

export default showOne<typeof loader>(OutstandingPage)

/** The filter of each list, and its page, from 1. */
interface View {
  signatures: SigningFilter
  documents: RequestFilter
  signingPage: number
  documentPage: number
}

const signingLabels: Record<SigningFilter, string> = {
  open: 'Open',
  said_signed: 'To confirm',
  waiting: 'Not signed',
  confirmed: 'Confirmed',
}

const requestLabels: Record<RequestFilter, string> = { open: 'Open', received: 'Received', withdrawn: 'Withdrawn' }

/** Outstanding signatures and requested documents, each to confirm, remind of or withdraw. */
function OutstandingPage({ view, signing, requested, loadErrors }: Shown<typeof loader>) {
  const me = useMe()
  const { say, ...notice } = useNotice()
  return (
    <div className={style.lists}>
      <PageName name="Waiting for investors" />
      <section aria-labelledby="signatures">
        <ListHead
          id="signatures"
          title="Signatures"
          filters={signingLabels}
          filter={view.signatures}
          addressOf={signatures => addressOf({ ...view, signatures, signingPage: 1 })}
        />
        <LoadError error={loadErrors.signing} />
        {signing && signing.links.length === 0 && (
          <EmptyState title={emptyTitles[view.signatures]} level={3}>
            Signing links that you add to a person’s documents will appear here until you confirm them.
          </EmptyState>
        )}
        <ol>
          {signing?.links.map(link => (
            <LinkEntry key={link.id} link={link} onNotice={say} />
          ))}
        </ol>
        <Pagination
          label="signatures"
          page={view.signingPage}
          total={signing?.total ?? 0}
          more={signing?.more && signing.links.length === signingLinksPerPage}
          size={signingLinksPerPage}
          addressOf={({ page = '1' }) => addressOf({ ...view, signingPage: Number(page) })}
        />
      </section>
      <section aria-labelledby="requested-documents">
        <ListHead
          id="requested-documents"
          title="Requested documents"
          filters={requestLabels}
          filter={view.documents}
          addressOf={documents => addressOf({ ...view, documents, documentPage: 1 })}
        />
        <LoadError error={loadErrors.requested} />
        {requested && requested.requests.length === 0 && (
          <EmptyState title={view.documents === 'open' ? 'No open requests' : 'None yet'} level={3}>
            Ask for a document on a person’s page; it will appear here until they have uploaded it.
          </EmptyState>
        )}
        <ol>
          {requested?.requests.map(request => (
            <RequestEntry key={request.id} me={me} request={request} onNotice={say} />
          ))}
        </ol>
        <Pagination
          label="requested documents"
          page={view.documentPage}
          total={requested?.total ?? 0}
          more={requested?.more && requested.requests.length === documentRequestsPerPage}
          size={documentRequestsPerPage}
          addressOf={({ page = '1' }) => addressOf({ ...view, documentPage: Number(page) })}
        />
      </section>
      <Notice {...notice} />
    </div>
  )
}

const emptyTitles: Record<SigningFilter, string> = {
  open: 'No open signatures',
  said_signed: 'Nothing to confirm',
  waiting: 'No one has to sign',
  confirmed: 'None confirmed yet',
}

interface ListHeadProps<Filter extends string> {
  id: string
  title: string
  filters: Record<Filter, string>
  filter: Filter
  addressOf: (filter: Filter) => string
}

function ListHead<Filter extends string>({ id, title, filters, filter, addressOf }: ListHeadProps<Filter>) {
  const links: ReactNode[] = (Object.keys(filters) as Filter[]).map(each => (
    <li key={each}>
      <Link
        to={addressOf(each)}
        aria-current={each === filter ? 'true' : undefined}
        preventScrollReset
        viewTransition={false}
      >
        {filters[each]}
      </Link>
    </li>
  ))
  return (
    <header className={`cluster baseline apart gap-2-5 below-4 ${style.head}`}>
      <h2 id={id}>{title}</h2>
      <nav aria-label={`Filter ${title.toLowerCase()}`}>
        <ul>{links}</ul>
      </nav>
    </header>
  )
}

function addressOf({ signatures, documents, signingPage, documentPage }: View): string {
  const unless = (standard: string, value: string) => (value === standard ? undefined : value)
  return withQuery(href('/profile/admin/outstanding'), {
    signatures: unless('open', signatures),
    documents: unless('open', documents),
    'signing-page': unless('1', String(signingPage)),
    'document-page': unless('1', String(documentPage)),
  })
}
