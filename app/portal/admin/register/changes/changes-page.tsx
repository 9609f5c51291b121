import { href } from 'react-router'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { formatCents } from '../../../../../rules/notes/money.ts'
import { countOf, grouped } from '../../../../../rules/number.ts'
import { type RegisterChangeKind, registerChanges } from '../../../../../rules/register.ts'
import { withQuery } from '../../../../../rules/url.ts'
import type { RegisterChange } from '../../../../../server/register/changes.ts'
import { Button } from '../../../../ui/button.tsx'
import { Day } from '../../../../ui/day.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Field } from '../../../../ui/field.tsx'
import { StackedLedger } from '../../../../ui/stacked-ledger.tsx'
import { LoadError } from '../../../load-error.tsx'
import type { Refusal } from '../../../refusal.ts'
import counted from '../../counted-page.module.css'
import { defineTable } from '../../define-table.ts'
import { ListHead } from '../../list-head.tsx'
import { SearchForm } from '../../search-form.tsx'
import { PrintButton } from '../print-button.tsx'
import style from '../register.module.css'
import { NoteName } from '../register-columns.tsx'

type Props = { on: string; from: string; isToday: boolean; changes: RegisterChange[]; loadError?: Refusal }

/** What needs a second look comes first. */
const kinds = ['unpaid', 'amount', 'late', 'returned', 'changed', 'first', 'issued', 'matured', 'closed'] as const

/** What a month of the register has that the month before didn't, and what went otherwise than planned. */
export function ChangesPage({ on, from, isToday, changes, loadError }: Props) {
  const count = countOf(changes.length, 'difference')
  return (
    <div className={`${counted.page} ${style.page}`}>
      <ListHead title="What changed this month" count={!loadError && count}>
        {changes.length > 0 && (
          <>
            <PrintButton />
            <Button
              size="small"
              href={withQuery(href('/profile/register/:file', { file: 'changes.csv' }), {
                on: isToday ? undefined : on,
              })}
            >
              Export CSV
            </Button>
          </>
        )}
      </ListHead>
      <div data-print="no">
        <SearchForm
          label="Month"
          className={style.search}
          action={href('/profile/admin/register/changes')}
          values={{ on }}
        >
          <Field label="The month up to" type="date" name="on" defaultValue={on} required />
        </SearchForm>
      </div>
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
        <EmptyState title="Nothing is different" level={3}>
          Notes issued, matured or closed, and payments unlike the month before, will appear here.
        </EmptyState>
      )}
    </div>
  )
}

function Changes({ kind, rows }: { kind: RegisterChangeKind; rows: RegisterChange[] }) {
  return (
    <section className={style.section}>
      <h3>
        {registerChanges[kind]} ({grouped(rows.length)})
      </h3>
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
