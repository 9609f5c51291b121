import { href } from 'react-router'
import { type DeliveryState, deliveriesPerPage, deliveryStates } from '../../../../rules/deliveries.ts'
import { countOf, grouped } from '../../../../rules/number.ts'
import type { DeliveryRow } from '../../../../server/deliveries/deliveries-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import type { Column } from '../../../ui/ledger.tsx'
import { Link } from '../../../ui/link.tsx'
import { loadList, type Shown, showList } from '../../list-page.tsx'
import { pageNumber } from '../../list-place.ts'
import { AdminList, Rows } from '../admin-list.tsx'

/** Loads a page of the deliveries; the query has `page`, from 1. */
export const loader = loadList({
  view: query => ({ page: pageNumber(query) }),
  read: ({ actor, operations }, { page }) => operations.getDeliveries(actor, page - 1),
  none: { deliveries: [], total: 0 },
  failed: 'LOAD_DELIVERIES_FAILED',
})

const toneOf: Record<DeliveryState, 'danger' | 'plain' | 'warning'> = {
  requested: 'warning',
  sending: 'plain',
  sent: 'plain',
  failed: 'danger',
  declined: 'plain',
  recalled: 'danger',
}

const columns: Column<DeliveryRow>[] = [
  {
    header: 'Documents',
    role: 'title',
    cell: ({ id, title }) => <Link to={href('/profile/admin/deliveries/:id', { id })}>{title}</Link>,
  },
  { header: 'Category', cell: ({ category }) => category },
  {
    header: 'State',
    cell: ({ state }) => <Badge tone={toneOf[state]}>{deliveryStates[state]}</Badge>,
  },
  { header: 'Recipients', figures: true, cell: ({ recipients }) => grouped(recipients) },
  {
    header: 'Opened',
    figures: true,
    cell: ({ opened, documents }) => `${grouped(opened)} of ${grouped(documents)}`,
  },
  {
    header: 'Sent or requested',
    cell: ({ createdAt, sentAt, sentBy }) => (
      <>
        <FormattedDate date={sentAt ?? createdAt} time /> by {sentBy}
      </>
    ),
  },
]

/** Deliveries and their recipients, newest first. */
function DeliveriesPage({ page, deliveries, total, loadError }: Shown<typeof loader>) {
  return (
    <AdminList
      title="Deliveries"
      count={countOf(total, 'delivery', 'deliveries')}
      at={href('/profile/admin/deliveries')}
      loadError={loadError}
      tools={
        <Button size="small" to={href('/profile/admin/deliver')}>
          Deliver documents
        </Button>
      }
    >
      <Rows
        columns={columns}
        rows={deliveries}
        empty={{
          title: 'Nothing delivered yet',
          text: 'Documents that you send to several people will appear here, with who has opened them.',
        }}
        pages={{ label: 'deliveries', page, total, size: deliveriesPerPage }}
      />
    </AdminList>
  )
}

export default showList<typeof loader>(DeliveriesPage)
