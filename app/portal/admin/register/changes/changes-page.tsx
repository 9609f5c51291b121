import { href } from 'react-router'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { formatCents } from '../../../../../rules/notes/money.ts'
import { countOf, grouped } from '../../../../../rules/number.ts'
import { type RegisterChangeKind, registerChanges } from '../../../../../rules/register.ts'
import type { RegisterChange } from '../../../../../server/register/changes.ts'
import { Day } from '../../../../ui/day.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { PrintButton } from '../../../../ui/print-button.tsx'
import { StackedLedger } from '../../../../ui/stacked-ledger.tsx'
import { LoadError } from '../../../load-error.tsx'
import type { Refusal } from '../../../refusal.ts'
import { AdminList, ExportCsv, Filters } from '../../admin-list.tsx'
import { defineTable } from '../../define-table.ts'
import { DayField } from '../../search-form.tsx'
import style from '../register.module.css'
import { NoteName } from '../register-columns.tsx'

type Props = { on: string; from: string; isToday: boolean; changes: RegisterChange[]; loadError?: Refusal }

/** What needs a second look comes first. */
const kinds = ['unpaid', 'amount', 'late', 'returned', 'changed', 'first', 'issued', 'matured', 'closed'] as const

/** What a month of the register has that the month before didn't, and what went otherwise than planned. */
export function ChangesPage({ on, from, isToday, changes, loadError }: Props) {
  return (
    <AdminList
      className={style.page}
      title="What changed this month"
      count={countOf(changes.length, 'difference')}
      at={href('/profile/admin/register/changes')}
      query={{ on: isToday ? undefined : on }}
      loadError={loadError}
      tools={
        changes.length > 0 && (
          <>
            <PrintButton />
            <ExportCsv at={href('/profile/register/:file', { file: 'changes.csv' })} />
          </>
        )
      }
    >
      <Filters label="Month" className={style.search} values={{ on }} data-print="no">
        <DayField label="The month up to" name="on" required />
      </Filters>
      <p className={style.about}>
        From {formatDay(from)} to {formatDay(on)}: what is new, what has ended, and every payment that wasn’t like the
        one before.
      </p>
      <LoadError error={loadError} />
      {kinds.map(kind => {
        const rows = changes.filter(change => change.kind === kind)
        return rows.length > 0 && <Changes key={kind} kind={kind} rows={rows} />
      })}
      {changes.length === 0 && !loadError && (
        <EmptyState title="Nothing is different" level={2}>
          Notes issued, matured or closed, and payments unlike the month before, will appear here.
        </EmptyState>
      )}
    </AdminList>
  )
}

function Changes({ kind, rows }: { kind: RegisterChangeKind; rows: RegisterChange[] }) {
  return (
    <section className={style.section}>
      <h2>
        {registerChanges[kind]} ({grouped(rows.length)})
      </h2>
      <StackedLedger
        className={style.list}
        caption={registerChanges[kind]}
        columns={changesTable.columns}
        rows={rows}
        rowKey={({ noteId, day }) => `${noteId} ${day}`}
      />
    </section>
  )
}

export const changesTable = defineTable<RegisterChange>([
  { csv: { What: change => registerChanges[change.kind] } },
  {
    key: 'note',
    header: 'Note and holder',
    role: 'title',
    cell: ({ noteId, note, holder }) => <NoteName id={noteId} number={note} holder={holder} />,
    csv: { Note: change => change.note, Holder: change => change.holder },
  },
  { key: 'day', header: 'On', cell: ({ day }) => <Day date={day} />, csv: { On: change => change.day } },
  {
    key: 'before',
    header: 'Before',
    figures: true,
    cell: ({ before }) => before !== null && formatCents(before),
    csv: { Before: change => change.before },
  },
  {
    key: 'amount',
    header: 'Now',
    figures: true,
    cell: ({ amount }) => amount !== null && formatCents(amount),
    csv: { Now: change => change.amount },
  },
  { key: 'reason', header: 'Remark', cell: ({ reason }) => reason, csv: { Remark: change => change.reason } },
])
