import { href } from 'react-router'
import { batchesPerPage } from '../../../../rules/bulk-delivery/limits.ts'
import { batchStates } from '../../../../rules/bulk-delivery/words.ts'
import { countOf, grouped } from '../../../../rules/number.ts'
import type { BatchRow } from '../../../../server/bulk-delivery/batches-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import type { Column } from '../../../ui/ledger.tsx'
import { Link } from '../../../ui/link.tsx'
import { loadList, type Shown, showList } from '../../list-page.tsx'
import { pageNumber } from '../../list-place.ts'
import { AdminList, Rows } from '../admin-list.tsx'

/** Loads a page of the bulk deliveries; the query has `page`, from 1. */
export const loader = loadList({
  view: query => ({ page: pageNumber(query) }),
  read: ({ actor, operations }, { page }) => operations.getBatches(actor, page - 1),
  none: { batches: [], total: 0 },
  failed: 'LOAD_BATCHES_FAILED',
})

const columns: Column<BatchRow>[] = [
  {
    header: 'Documents',
    role: 'title',
    cell: ({ id, title }) => <Link to={href('/profile/admin/bulk/:id', { id })}>{title}</Link>,
  },
  { header: 'Category', cell: ({ category }) => category },
  {
    header: 'State',
    cell: ({ state }) => <Badge tone={state === 'recalled' ? 'danger' : 'plain'}>{batchStates[state]}</Badge>,
  },
  {
    header: 'Matched',
    figures: true,
    cell: ({ matched, documents }) => `${grouped(matched)} of ${grouped(documents)}`,
  },
  { header: 'Unmatched', figures: true, cell: ({ open }) => grouped(open) },
  {
    header: 'Uploaded',
    cell: ({ createdAt, createdBy }) => (
      <>
        <FormattedDate date={createdAt} time /> by {createdBy}
      </>
    ),
  },
]

/** Files that go to many holders, each document to its own; newest first. */
function BulkPage({ page, batches, total, loadError }: Shown<typeof loader>) {
  return (
    <AdminList
      title="Bulk delivery"
      count={countOf(total, 'batch', 'batches')}
      at={href('/profile/admin/bulk')}
      loadError={loadError}
      tools={
        <Button size="small" variant="primary" to={href('/profile/admin/bulk/new')}>
          New batch
        </Button>
      }
    >
      <Rows
        columns={columns}
        rows={batches}
        empty={{
          title: 'No bulk deliveries yet',
          text: 'Upload one PDF with everyone’s pages, or one file for each. We match each document to its holder by its contents, and no one gets another person’s.',
        }}
        pages={{ label: 'batches', page, total, size: batchesPerPage }}
      />
    </AdminList>
  )
}

export default showList<typeof loader>(BulkPage)
