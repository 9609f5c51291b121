import { formatCents } from '../../../../rules/money.ts'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import { ledgerEntryWords } from '../../holdings.ts'
import type { LedgerRow } from '../../server/note-page.ts'
import { Day } from '../days.tsx'
import style from './note-page.module.css'
import table from './note-tables.module.css'

/** Further entries are collapsed. */
const shownAtOnce = 12

const owed = (cents: bigint) => (cents === 0n ? '–' : formatCents(cents, true))

const columns: Column<LedgerRow>[] = [
  {
    header: 'Entry',
    role: 'title',
    cell: ({ kind, reversedKind }) => ledgerEntryWords(kind, reversedKind),
  },
  { header: 'Date', cell: ({ day }) => <Day day={day} /> },
  { header: 'Reference', cell: ({ reference }) => reference ?? '' },
  {
    header: 'Amount',
    figures: true,
    cell: ({ cents, withheldCents }) => (
      <>
        {formatCents(cents, true)}
        {withheldCents > 0n && (
          <span className={style.quiet}> with {formatCents(withheldCents, true)} withheld for tax</span>
        )}
      </>
    ),
  },
  {
    header: 'Interest owed',
    figures: true,
    cell: ({ interestOwedCents }) => owed(interestOwedCents),
  },
  {
    header: 'Principal owed',
    figures: true,
    cell: ({ principalOwedCents }) => owed(principalOwedCents),
  },
]

/** The fund's ledger, entry by entry, with the balance after each. */
export function NoteLedger({ entries }: { entries: readonly LedgerRow[] }) {
  if (entries.length === 0)
    return <p className={style.quiet}>Entries appear here once the fund has received your money.</p>
  return (
    <details className={table.entries} open={entries.length <= shownAtOnce}>
      <summary>{entries.length} entries, as the fund has recorded them</summary>
      <StackedLedger
        caption="Ledger of this note"
        columns={columns}
        rows={entries}
        rowKey={({ id }) => id}
        className={`small ${table.ledger}`}
      />
    </details>
  )
}
