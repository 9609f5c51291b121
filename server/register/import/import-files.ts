import { csvLine } from '../../../rules/csv.ts'
import type { Actor } from '../../access/actor.ts'
import { requireAdministrator } from '../../access/roles.ts'
import { type ImportColumn, importColumns } from './columns.ts'

const columns = Object.keys(importColumns) as ImportColumn[]

/** @returns the empty file to start from: its columns, and what each takes, in a row that the import leaves out */
export function importTemplate(): string {
  return csvLine(columns) + csvLine(columns.map((column, at) => (at === 0 ? '# ' : '') + importColumns[column]))
}

type Cells = Partial<Record<ImportColumn, string>>

/**
 * Two notes as the oracle of the arithmetic has them: a person's, paid monthly, with one payment a cent short and one a
 * day late; and an LLC's, paid quarterly, repaid at maturity.
 */
const sample: Cells[] = [
  {
    record: 'note',
    note: 'LK-2025-0101',
    holder_name: 'Jane Doe',
    holder_kind: 'individual',
    holder_state: 'TX',
    member_email: 'jane@example.com',
    principal: '200000.00',
    rate_percent: '11',
    term_months: '12',
    payout: 'monthly',
    day_count: '30/360',
    issue_date: '2026-06-15',
    sale_state: 'TX',
  },
  ...[
    ['2026-07-15', '1833.33'],
    ['2026-08-17', '1833.33'],
    ['2026-09-15', '1833.32'],
    ['2026-10-16', '1833.33'],
  ].map(
    ([paid_on = '', amount = ''], at): Cells => ({
      record: 'payment',
      note: 'LK-2025-0101',
      paid_on,
      amount,
      reference: `ACH 10${at + 1}`,
    }),
  ),
  {
    record: 'note',
    note: 'LK-2024-0007',
    holder_name: 'Doe Family LLC',
    holder_kind: 'llc',
    holder_state: 'OK',
    member_email: 'john@example.com',
    principal: '500000.00',
    rate_percent: '13',
    term_months: '12',
    payout: 'quarterly',
    day_count: '30/360',
    issue_date: '2025-09-10',
    sale_state: 'OK',
  },
  ...['2025-12-10', '2026-03-10', '2026-06-10', '2026-09-10'].map(
    (paid_on): Cells => ({ record: 'payment', note: 'LK-2024-0007', due_date: paid_on, paid_on, amount: '16250.00' }),
  ),
  { record: 'principal', note: 'LK-2024-0007', paid_on: '2026-09-10', amount: '500000.00', reference: 'Wire 42' },
]

/** @returns a file as it may look, to try the check with */
export function importSample(): string {
  return csvLine(columns) + sample.map(cells => csvLine(columns.map(column => cells[column]))).join('')
}

/**
 * @returns a file to start an import from, as CSV
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getImportFile(actor: Actor, file: 'template' | 'sample'): Promise<string> {
  requireAdministrator(actor)
  return file === 'template' ? importTemplate() : importSample()
}
