import { href, useSearchParams } from 'react-router'
import { type DocumentQuery, documentLists, isFiltered, writeDocumentQuery } from '../../../../rules/document-query.ts'
import { documentsPerPage } from '../../../../rules/limits.ts'
import { adminListColumns, type ListColumn } from '../../../../rules/list-columns.ts'
import { countOf, grouped } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { Actor } from '../../../../server/access/actor.ts'
import type { OwnedDocument } from '../../../../server/documents/all-documents.ts'
import type { PortalDocument } from '../../../../server/documents/documents.ts'
import { ActionButton } from '../../../actions/action-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { EmailText } from '../../../ui/email-text.tsx'
import { Field, SelectField } from '../../../ui/field.tsx'
import { fileSize } from '../../../ui/file-size.ts'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import type { Column } from '../../../ui/ledger.tsx'
import { Notice, useNotice } from '../../../ui/notice.tsx'
import { Options } from '../../../ui/options.tsx'
import { kindName } from '../../documents/document-kind.ts'
import { kindLabels, sortLabels, stateLabels } from '../../documents/filter-labels.ts'
import { hasFileBadge, LazyFileBadge } from '../../documents/lazy-file-badge.tsx'
import { edgesOf, type ListPlace, type PlaceFields, writePlace } from '../../list-place.ts'
import { PersonDocumentsLink } from '../../managing/person-documents-link.tsx'
import { nameOf } from '../../managing/person-name.ts'
import type { Refusal } from '../../refusal.ts'
import { useMe } from '../../use-me.ts'
import { LazyViewer } from '../../viewer/lazy-viewer.tsx'
import { ColumnPicker } from '../columns/column-picker.tsx'
import counted from '../counted-page.module.css'
import { ListBody } from '../list-body.tsx'
import { ListHead } from '../list-head.tsx'
import { PersonLink } from '../person-link.tsx'
import { SearchForm } from '../search-form.tsx'
import style from './all-documents-page.module.css'

type Props = {
  place: ListPlace
  query: DocumentQuery<'everyone'>
  documents: OwnedDocument[]
  total: number
  more: boolean
  shown: ListColumn<'documents'>[]
  /** The opened document, if it is on another page of the list. */
  other?: PortalDocument
  loadError?: Refusal
}

const columnLabels: Record<ListColumn<'documents'>, string> = {
  owner: 'Owner',
  kind: 'Type',
  fund: 'Fund',
  category: 'Category',
  views: 'Views',
  added: 'Added',
}

const { states, sorts } = documentLists.everyone

/** All documents of all users with their owners, filtered and sorted by the address (specification sections 3 and 6). */
export function AllDocumentsPage({ place, query, documents, total, more, shown, other, loadError }: Props) {
  const me = useMe()
  const { search, owner, kind, state, sort } = query
  const { say, ...notice } = useNotice()
  const values = { q: '', owner: '', type: '', state: '', sort: '', ...writeDocumentQuery(query) }
  const narrowed = isFiltered(query)
  const addressOf = (to: PlaceFields & { document?: string }) =>
    withQuery(href('/profile/admin/documents'), { ...writeDocumentQuery(query), ...to })
  const isShown = ({ key }: { key: string }) => !Object.hasOwn(columnLabels, key) || shown.some(name => name === key)
  const isUsual = shown.join() === adminListColumns.documents.atFirst.join()
  const opened = (document?: string) => addressOf({ ...writePlace(place), document })
  const columns = columnsFor(me, opened).filter(isShown)
  const openedId = useSearchParams()[0].get('document')
  return (
    <div className={counted.page}>
      <ListHead title="Documents" count={!loadError && documentCount(total, more)}>
        {state === 'new' && total > 0 && (
          <ActionButton intent="mark-seen" onDone={say}>
            Mark all as seen
          </ActionButton>
        )}
        <ColumnPicker list="documents" labels={columnLabels} shown={shown} />
        <Button size="small" href={withQuery(href('/profile/documents.csv'), writeDocumentQuery(query))}>
          Export CSV
        </Button>
      </ListHead>
      <SearchForm label="Documents" className={style.filter} action={href('/profile/admin/documents')} values={values}>
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
          <Options of={kindLabels} />
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
      <ListBody
        className={classes(style.documents, isUsual && style.usual)}
        caption="Documents of all users"
        columns={columns}
        rows={documents}
        loadError={loadError}
        empty={{
          title: narrowed ? 'No documents found' : 'No documents yet',
          text: narrowed
            ? 'No documents match these filters.'
            : 'Documents that you or your investors add will appear here.',
          action: narrowed && (
            <Button size="small" to={href('/profile/admin/documents')}>
              All documents
            </Button>
          ),
        }}
        pages={{
          label: 'documents',
          page: place.page,
          size: documentsPerPage,
          edges: edgesOf(documents, ({ id }) => id),
          total,
          more: more && documents.length === documentsPerPage,
          addressOf,
        }}
      />
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
      <Notice {...notice} />
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
          {document.filename} {document.new_for_office && <Badge tone="warning">New</Badge>}
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
          <PersonLink id={document.user_id}>
            {document.owner_name || <EmailText>{document.owner_email}</EmailText>}
          </PersonLink>
          {document.owner_name && (
            <span>
              <EmailText>{document.owner_email}</EmailText>
            </span>
          )}
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
    { key: 'fund', header: 'Fund', cell: ({ fund_name }) => <span className={style.fund}>{fund_name}</span> },
    { key: 'category', header: 'Category', cell: ({ category }) => category },
    { key: 'views', header: 'Views', figures: true, cell: ({ view_count }) => grouped(view_count) },
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
            Open documents
          </PersonDocumentsLink>
        </>
      ),
    },
  ]
}

/** @param more whether there are more than `total`, of which the first digit is said */
function documentCount(total: number, more: boolean): string {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, total)))
  if (more) return `More than ${grouped(Math.floor(total / unit) * unit)} documents`
  return countOf(total, 'document')
}
