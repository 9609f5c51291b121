import { href } from 'react-router'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { formatCents } from '../../../../../rules/notes/money.ts'
import { countOf, grouped } from '../../../../../rules/number.ts'
import { type RegisterChangeKind, registerChanges, registerPerPage } from '../../../../../rules/register.ts'
import { withQuery } from '../../../../../rules/url.ts'
import type { RegisterChange, RegisterChanges } from '../../../../../server/register/changes.ts'
import { classes } from '../../../../ui/classes.ts'
import { Day } from '../../../../ui/day.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { PrintButton } from '../../../../ui/print-button.tsx'
import { StackedLedger } from '../../../../ui/stacked-ledger.tsx'
import { LoadError } from '../../../load-error.tsx'
import { Pagination } from '../../../pagination.tsx'
import type { Refusal } from '../../../refusal.ts'
import { AdminList, ExportCsv, Filters } from '../../admin-list.tsx'
import { defineTable } from '../../define-table.ts'
import rows from '../../rows.module.css'
import { DayField } from '../../search-form.tsx'
import style from '../register.module.css'
import { NoteName } from '../register-columns.tsx'

type Props = RegisterChanges & { on: string; from: string; isToday: boolean; page: number; loadError?: Refusal }

const kinds = Object.keys(registerChanges) as RegisterChangeKind[]

/** What a month of the register has that the month before didn't, and what went otherwise than planned. */
export function ChangesPage({ on, from, isToday, page, changes, counts, total, loadError }: Props) {
  const at = href('/profile/admin/register/changes')
  const query = { on: isToday ? undefined : on }
  return (
    <AdminList
      className={style.page}
      title="What changed this month"
      count={countOf(total, 'difference')}
      at={at}
      query={query}
      loadError={loadError}
      tools={
        total > 0 && (
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
        const shown = changes.filter(change => change.kind === kind)
        return shown.length > 0 && <Changes key={kind} kind={kind} count={counts[kind] ?? shown.length} rows={shown} />
      })}
      {total === 0 && !loadError && (
        <EmptyState title="Nothing is different" level={2}>
          Notes issued, matured or closed, and payments unlike the month before, will appear here.
        </EmptyState>
      )}
      <Pagination
        label="differences"
        page={page}
        total={total}
        size={registerPerPage}
        addressOf={place => withQuery(at, { ...query, ...place })}
      />
    </AdminList>
  )
}

type ChangesProps = { kind: RegisterChangeKind; count: number; rows: RegisterChange[] }

/** @param count of the kind, on all pages */
function Changes({ kind, count, rows: changes }: ChangesProps) {
  return (
    <section className={style.section}>
      <h2>
        {registerChanges[kind]} ({grouped(count)})
      </h2>
      <StackedLedger
        className={classes(style.list, rows.rows)}
        caption={registerChanges[kind]}
        columns={changesTable.columns}
        rows={changes}
        rowKey={({ noteId, day }) => `${noteId} ${day}`}
      />
    </section>
  )
}

export const changesTable = defineTable<RegisterChange>([
  { csv: { What: change => registerChanges[change.kind] } },
  {
    header: 'Note and holder',
    role: 'title',
    className: rows.grows,
    cell: ({ noteId, note, holder }) => <NoteName id={noteId} number={note} holder={holder} />,
    csv: { Note: change => change.note, Holder: change => change.holder },
  },
  {
    header: 'Date',
    className: rows.day,
    cell: ({ day }) => <Day date={day} />,
    csv: { On: change => change.day },
  },
  {
    header: 'Before',
    figures: true,
    className: rows.sum,
    cell: ({ before }) => before !== null && formatCents(before),
    csv: { Before: change => change.before },
  },
  {
    header: 'Now',
    figures: true,
    className: rows.sum,
    cell: ({ amount }) => amount !== null && formatCents(amount),
    csv: { Now: change => change.amount },
  },
  {
    header: 'Remark',
    className: rows.grows,
    cell: ({ reason }) => reason,
    csv: { Remark: change => change.reason },
  },
])
