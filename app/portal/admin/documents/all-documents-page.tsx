import { useSearchParams } from 'react-router'
import {
  type DocumentKind,
  type DocumentQuery,
  documentCountLimit,
  documentLists,
  isFiltered,
  writeDocumentQuery,
} from '../../../../rules/document-query.ts'
import { documentsPerPage } from '../../../../rules/limits.ts'
import { grouped } from '../../../../rules/number.ts'
import type { Actor } from '../../../../server/access/actor.ts'
import type { OwnedDocument } from '../../../../server/documents/all-documents.ts'
import type { PortalDocument } from '../../../../server/documents/documents.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field, SelectField } from '../../../ui/field.tsx'
import { fileSize } from '../../../ui/file-size.ts'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import type { Column } from '../../../ui/ledger.tsx'
import { StackedLedger } from '../../../ui/stacked-ledger.tsx'
import { adminPages, withQuery } from '../../addresses.ts'
import { kindName } from '../../documents/document-kind.ts'
import { kindLabels, sortLabels, stateLabels } from '../../documents/filter-labels.ts'
import { hasFileBadge, LazyFileBadge } from '../../documents/lazy-file-badge.tsx'
import { LoadError } from '../../load-error.tsx'
import { PersonDocumentsLink } from '../../managing/person-documents-link.tsx'
import { nameOf } from '../../managing/person-name.ts'
import type { Refusal } from '../../refusal.ts'
import { LazyViewer } from '../../viewer/lazy-viewer.tsx'
import { Pagination } from '../pagination.tsx'
import { PersonLink } from '../person-link.tsx'
import { SearchForm } from '../search-form.tsx'
import style from './all-documents-page.module.css'

type Props = {
  me: Actor
  page: number
  query: DocumentQuery<'everyone'>
  documents: OwnedDocument[]
  total: number
  /** The opened document, if it is on another page of the list. */
  other?: PortalDocument
  loadError?: Refusal
}

const { states, sorts } = documentLists.everyone

/** All documents of all users with their owners, filtered and sorted by the address (specification sections 3 and 6). */
export function AllDocumentsPage({ me, page, query, documents, total, other, loadError }: Props) {
  const { search, owner, kind, state, sort } = query
  const values = { q: '', owner: '', type: '', state: '', sort: '', ...writeDocumentQuery(query) }
  const narrowed = isFiltered(query)
  const addressOf = (to: number) =>
    withQuery(adminPages.documents, { ...writeDocumentQuery(query), page: to > 1 ? String(to) : undefined })
  const opened = (document?: string) =>
    withQuery(adminPages.documents, {
      ...writeDocumentQuery(query),
      page: page > 1 ? String(page) : undefined,
      document,
    })
  const columns = columnsFor(me, opened)
  const openedId = useSearchParams()[0].get('document')
  return (
    <div className={style.all}>
      <header className={style.head}>
        <h2>Documents</h2>
        <p role="status">{!loadError && countOf(total, narrowed)}</p>
      </header>
      <SearchForm label="Documents" className={style.filter} action={adminPages.documents} values={values}>
        <Field label="Name" type="search" name="q" autoComplete="off" defaultValue={search} />
        <Field
          label="Owner"
          type="search"
          name="owner"
          placeholder="Name, e-mail or organization"
          autoComplete="off"
          defaultValue={owner}
        />
        <SelectField label="Type" name="type" defaultValue={kind ?? ''}>
          <option value="">All types</option>
          {(Object.keys(kindLabels) as DocumentKind[]).map(one => (
            <option key={one} value={one}>
              {kindLabels[one]}
            </option>
          ))}
        </SelectField>
        <SelectField label="Status" name="state" defaultValue={state ?? ''}>
          <option value="">All statuses</option>
          {states.map(one => (
            <option key={one} value={one}>
              {stateLabels[one]}
            </option>
          ))}
        </SelectField>
        <SelectField label="Sort by" name="sort" defaultValue={sort === 'newest' ? '' : sort}>
          {sorts.map(one => (
            <option key={one} value={one === 'newest' ? '' : one}>
              {sortLabels[one]}
            </option>
          ))}
        </SelectField>
      </SearchForm>
      <LoadError error={loadError} />
      {documents.length > 0 && (
        <StackedLedger
          className={style.documents}
          caption="Documents of all users"
          columns={columns}
          rows={documents}
          rowKey={({ id }) => id}
        />
      )}
      {documents.length === 0 && !loadError && (
        <EmptyState
          title={total > 0 ? 'No more documents' : narrowed ? 'No documents found' : 'No documents yet'}
          level={3}
          action={
            (narrowed || page > 1) && (
              <Button size="small" to={total > 0 ? addressOf(1) : adminPages.documents}>
                {total > 0 ? 'First page' : 'All documents'}
              </Button>
            )
          }
        >
          {total > 0
            ? 'There’s nothing on this page of the list.'
            : narrowed
              ? 'No documents match these filters.'
              : 'Documents that you or your investors add will appear here.'}
        </EmptyState>
      )}
      <Pagination label="documents" page={page} total={total} size={documentsPerPage} addressOf={addressOf} />
      {openedId && (
        <LazyViewer
          me={me}
          document={documents.find(({ id }) => id === openedId) ?? (other?.id === openedId ? other : undefined)}
          loaded={!loadError}
          listAddress={opened()}
          order={documents}
          addressOf={opened}
        />
      )}
    </div>
  )
}

const ownerOf = (document: OwnedDocument) => ({
  id: document.user_id,
  email: document.owner_email,
  fullName: document.owner_name,
})

/** @param addressOf gives the list's address with a document opened over it */
function columnsFor(me: Actor, addressOf: (document: string) => string): Column<OwnedDocument>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      role: 'title',
      cell: document => (
        <span className={style.name}>
          {document.filename}{' '}
          {document.delete_request_status === 'pending' && <Badge tone="warning">Delete Requested</Badge>}
          {hasFileBadge(document) && <LazyFileBadge document={document} />}
        </span>
      ),
    },
    {
      key: 'owner',
      header: 'Owner',
      bare: true,
      cell: document => (
        <span className={style.owner}>
          <PersonLink id={document.user_id}>{document.owner_name || document.owner_email}</PersonLink>
          {document.owner_name && <span>{document.owner_email}</span>}
        </span>
      ),
    },
    {
      key: 'kind',
      header: 'Type',
      cell: document => (
        <span className={style.kind}>
          {kindName(document)}
          {document.file_size > 0 && ` · ${fileSize(document.file_size)}`}
        </span>
      ),
    },
    { key: 'added', header: 'Added', cell: ({ created_at }) => <FormattedDate date={created_at} /> },
    {
      key: 'actions',
      header: 'Actions',
      role: 'actions',
      cell: document => (
        <>
          <Button
            size="small"
            variant="link"
            to={addressOf(document.id)}
            state={{ opened: true }}
            preventScrollReset
            viewTransition={false}
            aria-label={`View ${document.filename} of ${nameOf(ownerOf(document))}`}
          >
            View
          </Button>
          <PersonDocumentsLink me={me} person={ownerOf(document)}>
            Owner’s list
          </PersonDocumentsLink>
        </>
      ),
    },
  ]
}

function countOf(total: number, narrowed: boolean): string {
  if (narrowed && total > documentCountLimit) return `More than ${grouped(documentCountLimit)} documents`
  return total === 1 ? '1 document' : `${grouped(total)} documents`
}
