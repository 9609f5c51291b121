import { formatCents } from '../../../../rules/notes/money.ts'
import type { EarlierSchedule } from '../../../../server/holdings/note-page.ts'
import type { Column } from '../../../ui/ledger.tsx'
import { StackedLedger } from '../../../ui/stacked-ledger.tsx'
import { Day } from '../days.tsx'
import style from './note-page.module.css'

const columns: Column<EarlierSchedule['lines'][number]>[] = [
  { header: 'Pay date', role: 'title', cell: ({ payDate }) => <Day day={payDate} /> },
  { header: 'Interest', figures: true, cell: ({ interestCents }) => formatCents(interestCents, true) },
  {
    header: 'Principal',
    figures: true,
    cell: ({ principalCents }) => (principalCents > 0n ? formatCents(principalCents, true) : ''),
  },
]

/** The schedules in force before an early repayment of principal, or a transfer to another holder. */
export function EarlierSchedules({ earlier }: { earlier: readonly EarlierSchedule[] }) {
  return earlier.map(({ version, lines }) => (
    <details key={version} className={`above-4 ${style.earlier}`}>
      <summary>{version === 1 ? 'The schedule as it was at issue' : `The schedule before, version ${version}`}</summary>
      <StackedLedger
        caption={`Version ${version} of the schedule`}
        columns={columns}
        rows={lines}
        rowKey={({ n }) => String(n)}
      />
    </details>
  ))
}
