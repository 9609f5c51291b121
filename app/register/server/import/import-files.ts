import { noteSettings } from '../../../../content/notes.ts'
import { csvText } from '../../../../rules/csv.ts'
import { decimalCents } from '../../../../rules/money.ts'
import type { Actor } from '../../../../server/access/actor.ts'
import { requireAdministrator } from '../../../../server/access/roles.ts'
import { type MadeFile, madeFile } from '../../../../server/http/made-file.ts'
import { interestFor } from '../../../notes/interest.ts'
import { type ImportColumn, importColumns } from './columns.ts'

const columns = Object.keys(importColumns) as ImportColumn[]

/** @returns the empty file to start from: its columns, and what each takes, in a row that the import leaves out */
export function importTemplate(): string {
  return csvText([columns, columns.map((column, at) => (at === 0 ? '# ' : '') + importColumns[column])])
}

type Cells = Partial<Record<ImportColumn, string>>

/**
 * Two notes as the oracle of the arithmetic has them: a person's, paid monthly, with one payment a cent short and one a
 * day late; and an LLC's, paid quarterly, repaid at maturity. Their holders are filled in. Where the law allows less
 * than the oracle's rates, they pay what it allows: the check has to take the sample.
 */
const rateBpOf = (usual: number) => Math.min(usual, noteSettings.limits.rateCeilingBp)
const [person, company] = [
  { principalCents: 200_000_00n, rateBp: rateBpOf(1100), dayCount: '30/360' },
  { principalCents: 500_000_00n, rateBp: rateBpOf(1300), dayCount: '30/360' },
] as const
const monthly = interestFor(person, 30)
const quarterly = interestFor(company, 90)

const sample: Cells[] = [
  {
    record: 'note',
    note: 'SAMPLE-0001',
    holder_name: 'Sample Person',
    holder_kind: 'individual',
    holder_state: 'TX',
    principal: decimalCents(person.principalCents),
    rate_percent: String(person.rateBp / 100),
    term_months: '12',
    payout: 'monthly',
    day_count: '30/360',
    issue_date: '2026-06-15',
    sale_state: 'TX',
  },
  ...[
    { paid_on: '2026-07-15', cents: monthly },
    { paid_on: '2026-08-17', cents: monthly },
    { paid_on: '2026-09-15', cents: monthly - 1n },
    { paid_on: '2026-10-16', cents: monthly },
  ].map(
    ({ paid_on, cents }, at): Cells => ({
      record: 'payment',
      note: 'SAMPLE-0001',
      paid_on,
      amount: decimalCents(cents),
      reference: `ACH 10${at + 1}`,
    }),
  ),
  {
    record: 'note',
    note: 'SAMPLE-0002',
    holder_name: 'Sample Family LLC',
    holder_kind: 'llc',
    holder_state: 'OK',
    principal: decimalCents(company.principalCents),
    rate_percent: String(company.rateBp / 100),
    term_months: '12',
    payout: 'quarterly',
    day_count: '30/360',
    issue_date: '2025-09-10',
    sale_state: 'OK',
  },
  ...['2025-12-10', '2026-03-10', '2026-06-10', '2026-09-10'].map(
    (paid_on): Cells => ({
      record: 'payment',
      note: 'SAMPLE-0002',
      due_date: paid_on,
      paid_on,
      amount: decimalCents(quarterly),
    }),
  ),
  {
    record: 'principal',
    note: 'SAMPLE-0002',
    paid_on: '2026-09-10',
    amount: decimalCents(company.principalCents),
    reference: 'Wire 42',
  },
]

/**
 * @param email of an accepted person, a member of the sample's holders: so the check accepts the file as it is
 * @returns a file as it may look, to try the check with
 */
export function importSample(email: string): string {
  const rows = sample.map(cells => (cells.record === 'note' ? { ...cells, member_email: email } : cells))
  return csvText([columns, ...rows.map(cells => columns.map(column => cells[column]))])
}

/** @returns a file to start an import from, as CSV */
export async function getImportFile(actor: Actor, file: 'template' | 'sample'): Promise<MadeFile<string>> {
  requireAdministrator(actor)
  const nobodys = { none: 'made-up rows' }
  const content = file === 'template' ? importTemplate() : importSample(actor.email)
  return madeFile({ proof: nobodys, entry: nobodys }, content)
}
