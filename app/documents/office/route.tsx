import { href, useSearchParams } from 'react-router'
import { documentsPerPage } from '../../../rules/limits.ts'
import { countOf, grouped } from '../../../rules/number.ts'
import { withQuery } from '../../../rules/url.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { adminListColumns, type ListColumn } from '../../lists/list-columns.ts'
import { chosenColumns } from '../../lists/office/columns/chosen-columns.ts'
import { ColumnPicker } from '../../lists/office/columns/column-picker.tsx'
import { PersonDocumentsLink } from '../../people/office/managing/person-documents-link.tsx'
import { nameOf } from '../../people/office/managing/person-name.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { CommandButton } from '../../shell/commands/command-button.tsx'
import { AdminList, ExportCsv, Filters, Rows } from '../../shell/office/admin-list.tsx'
import { PersonCell } from '../../shell/office/person-link.tsx'
import rows from '../../shell/office/rows.module.css'
import { ChoiceField, SearchField } from '../../shell/office/search-form.tsx'
import { loadList, type Shown, showList } from '../../shell/portal/list-page.tsx'
import { edgesOf, readPlace, toRequestedPage, writePlace } from '../../shell/portal/list-place.ts'
import { resultOrError } from '../../shell/portal/server-errors.ts'
import { useMe } from '../../shell/portal/use-me.ts'
import { Badge } from '../../shell/ui/badge.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { classes } from '../../shell/ui/classes.ts'
import { fileSize } from '../../shell/ui/file-size.ts'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import type { Column } from '../../shell/ui/ledger.tsx'
import { LazyViewer } from '../../viewer/investor/lazy-viewer.tsx'
import { markFilesSeenCommand } from '../all-documents.commands.ts'
import { documentLists, isFiltered, readDocumentQuery, writeDocumentQuery } from '../document-query.ts'
import { kindName } from '../investor/document-kind.ts'
import { kindLabels, sortLabels, stateLabels } from '../investor/filter-labels.ts'
import { hasFileBadge, LazyFileBadge } from '../investor/lazy-file-badge.tsx'
import type { OwnedDocument } from '../server/all-documents.ts'
import style from './all-documents-page.module.css'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../shell/portal/viewer-revalidation.ts'

/**
 * Loads one page of all documents, with the reader's columns; the query has the fields of a `ListPlace` and of a
 * `DocumentQuery`, and `document`, the id of the opened one.
 */
export const loader = loadList({
  view: query => ({
    place: readPlace(query),
    query: readDocumentQuery(query, 'everyone'),
    openedId: query.get('document') ?? undefined,
  }),
  read: async ({ actor, operations }, { place, query, openedId }) => {
    const requested = { ...query, ...toRequestedPage(place), size: documentsPerPage }
    const [shown, { value, loadError }] = await Promise.all([
      chosenColumns({ actor, operations }, 'documents'),
      resultOrError(operations.getAllDocumentsForAdmin(actor, requested), 'LOAD_DOCUMENTS_FAILED'),
    ])
    const list = value ?? { documents: [], total: 0, more: false }
    const isListed = list.documents.some(({ id }) => id === openedId)
    const other =
      openedId && value && !isListed ? await operations.getDocument(actor, openedId).catch(() => undefined) : undefined
    return { ...list, shown, other, loadError }
  },
  none: { documents: [], total: 0, more: false, shown: [], other: undefined },
  failed: 'LOAD_DOCUMENTS_FAILED',
})

export const action = commandActions([markFilesSeenCommand], {
  redirectTo: () => href('/profile/admin/documents'),
  saysOnErrorPage: true,
})

export default showList<typeof loader>(AllDocumentsPage)

const columnLabels: Record<ListColumn<'documents'>, string> = {
  owner: 'Owner',
  kind: 'Type',
  fund: 'Fund',
  category: 'Category',
  views: 'Views',
  added: 'Added',
}

const { states, sorts } = documentLists.everyone
const [usualSort, ...otherSorts] = sorts
const stateChoices = Object.fromEntries(states.map(state => [state, stateLabels[state]]))
const sortChoices = Object.fromEntries(otherSorts.map(sort => [sort, sortLabels[sort]]))

/** All documents of all users with their owners, filtered and sorted by the address (specification sections 3 and 6). */
function AllDocumentsPage({ place, query, documents, total, more, shown, other, loadError }: Shown<typeof loader>) {
  const me = useMe()
  const fields = writeDocumentQuery(query)
  const isShown = ({ key = '' }: { key?: string }) =>
    !Object.hasOwn(columnLabels, key) || shown.some(name => name === key)
  const isUsual = shown.join() === adminListColumns.documents.atFirst.join()
  const opened = (document?: string) =>
    withQuery(href('/profile/admin/documents'), { ...fields, ...writePlace(place), document })
  const columns = columnsFor(me, opened).filter(isShown)
  const openedId = useSearchParams()[0].get('document')
  return (
    <AdminList
      title="All documents"
      count={documentCount(total, more)}
      at={href('/profile/admin/documents')}
      query={{ ...fields }}
      loadError={loadError}
      tools={
        <>
          {query.state === 'new' && total > 0 && <CommandButton command={markFilesSeenCommand} />}
          <ColumnPicker list="documents" labels={columnLabels} shown={shown} />
          <ExportCsv at={href('/profile/documents.csv')} />
        </>
      }
    >
      <Filters className={`stack gap-3-4 ${style.filter}`}>
        <SearchField label="Name" />
        <SearchField label="Owner" name="owner" placeholder="Name, e-mail or organization" />
        <ChoiceField label="Type" name="type" all="All types" options={kindLabels} />
        <ChoiceField label="Status" name="state" all="All statuses" options={stateChoices} />
        <ChoiceField label="Sort by" name="sort" all={sortLabels[usualSort]} options={sortChoices} />
      </Filters>
      <Rows
        className={classes(rows.rows, isUsual && style.usual)}
        caption="Documents of all users"
        columns={columns}
        rows={documents}
        empty={{
          title: 'No documents yet',
          text: 'Documents that you or your investors add will appear here.',
        }}
        unmatched={
          isFiltered(query) && {
            title: 'No documents found',
            text: 'No documents match these filters.',
            all: 'All documents',
          }
        }
        pages={{
          label: 'documents',
          page: place.page,
          size: documentsPerPage,
          edges: edgesOf(documents, ({ id }) => id),
          total,
          more: more && documents.length === documentsPerPage,
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
    </AdminList>
  )
}

const ownerOf = (document: OwnedDocument) => ({
  id: document.user_id,
  email: document.owner_email,
  fullName: document.owner_name,
})

/** @param addressOf gives the list's address with a document open */
function columnsFor(me: Actor, addressOf: (document: string) => string): Column<OwnedDocument>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      role: 'title',
      className: rows.grows,
      cell: document => (
        <span className={rows.named}>
          <span title={document.filename}>{document.filename}</span>{' '}
          {document.new_for_office && <Badge tone="warning">New</Badge>}
          {document.delete_request_status === 'pending' && <Badge tone="warning">Delete Requested</Badge>}
          {hasFileBadge(document) && <LazyFileBadge document={document} />}
        </span>
      ),
    },
    {
      key: 'owner',
      header: 'Owner',
      bare: true,
      className: classes(rows.grows, style.owner),
      cell: ({ user_id, owner_name, owner_email }) => <PersonCell id={user_id} name={owner_name} email={owner_email} />,
    },
    {
      key: 'kind',
      header: 'Type',
      cell: document => (
        <span className="muted unbroken">
          {kindName(document)}
          {document.file_size > 0 && ` · ${fileSize(document.file_size)}`}
        </span>
      ),
    },
    { key: 'fund', header: 'Fund', className: rows.grows, cell: ({ fund_name }) => fund_name },
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

/** @param more whether there are more than `total`; only its first digit is shown then */
function documentCount(total: number, more: boolean): string {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, total)))
  if (more) return `More than ${grouped(Math.floor(total / unit) * unit)} documents`
  return countOf(total, 'document')
}
