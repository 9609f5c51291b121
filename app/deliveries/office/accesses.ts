import { href } from 'react-router'
import type { CsvColumns } from '../../../rules/csv.ts'
import { accessColumns } from '../../runs/office/access-columns.ts'
import { saveCsv } from '../../shell/office/save-csv.ts'
import type { DeliveryAccess } from '../server/export-delivery-accesses.ts'

const deliveryOf = (query: URLSearchParams) => query.get('delivery') ?? ''

const columns: CsvColumns<DeliveryAccess> = { Recipient: row => row.recipient, ...accessColumns }

/** GET: what was served of a delivery, as a file; `delivery` in the query is its id. */
export const loader = saveCsv({
  name: 'delivery-access',
  columns,
  rows: ({ actor, operations }, query) => operations.exportDeliveryAccesses(actor, deliveryOf(query)),
  page: query => href('/profile/admin/deliveries/:id', { id: deliveryOf(query) }),
})
