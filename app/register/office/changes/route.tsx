import { href } from 'react-router'
import { formatDay } from '../../../../rules/days.ts'
import { formatCents } from '../../../../rules/money.ts'
import { countOf, grouped } from '../../../../rules/number.ts'
import { Pages } from '../../../shell/office/admin-list.tsx'
import rows from '../../../shell/office/rows.module.css'
import { DayField } from '../../../shell/office/search-form.tsx'
import { loadList, type Shown, showList } from '../../../shell/portal/list-page.tsx'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import { todayOfFund } from '../../../shell/today-of-fund.ts'
import { classes } from '../../../shell/ui/classes.ts'
import { Day } from '../../../shell/ui/day.tsx'
import { EmptyState } from '../../../shell/ui/empty-state.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import { monthUpTo } from '../../periods.ts'
import { type RegisterChangeKind, registerChanges, registerPerPage } from '../../register.ts'
import type { RegisterChanges } from '../../server/changes.ts'
import { dayFrom, onItsDay } from '../address.ts'
import style from '../register.module.css'
import { NoteName } from '../register-columns.tsx'
import { defineReport, ReportPage } from '../report.tsx'

export const changesReport = defineReport('changes', {
  at: href('/profile/admin/register/changes'),
  saved: ({ to }) => onItsDay('register-changes', to),
  requested: query => monthUpTo(dayFrom(query, 'on', todayOfFund())),
  columns: [
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
  ],
})

/**
 * Loads a page of the changes since last month; the query has the day `on` that the month ends with, and `page`, from
 * 1.
 */
export const loader = loadList({
  view: query => ({ ...changesReport.requested(query), today: todayOfFund(), page: pageNumber(query) }),
  read: ({ actor, operations }, { page, from, to }) =>
    operations.getRegisterChanges(actor, { from, to, page: page - 1 }),
  none: { changes: [], counts: {} as RegisterChanges['counts'], total: 0 },
  failed: 'LOAD_REGISTER_FAILED',
})

const kinds = Object.keys(registerChanges) as RegisterChangeKind[]

/** What a month of the register has that the month before didn't, and what went otherwise than planned. */
function ChangesPage({ from, to, today, page, changes, counts, total, loadError }: Shown<typeof loader>) {
  return (
    <ReportPage
      of={changesReport}
      title="What changed this month"
      count={countOf(total, 'difference')}
      query={{ on: to === today ? undefined : to }}
      loadError={loadError}
      isEmpty={total === 0}
      values={{ on: to }}
      filters={<DayField label="The month up to" name="on" required />}
    >
      <p className={style.about}>
        From {formatDay(from)} to {formatDay(to)}: what is new, what has ended, and every payment that wasn’t like the
        one before.
      </p>
      <LoadError error={loadError} />
      {kinds.map(kind => {
        const shown = changes.filter(change => change.kind === kind)
        if (shown.length === 0) return null
        return (
          <section key={kind} className={style.section}>
            <h2>
              {registerChanges[kind]} ({grouped(counts[kind] ?? shown.length)})
            </h2>
            <StackedLedger
              className={classes(style.list, rows.rows)}
              caption={registerChanges[kind]}
              columns={changesReport.columns}
              rows={shown}
              rowKey={({ noteId, day }) => `${noteId} ${day}`}
            />
          </section>
        )
      })}
      {total === 0 && !loadError && (
        <EmptyState title="Nothing is different" level={2}>
          Notes issued, matured or closed, and payments unlike the month before, will appear here.
        </EmptyState>
      )}
      <Pages label="differences" page={page} total={total} size={registerPerPage} />
    </ReportPage>
  )
}

/** Changes since last month. */
export default showList<typeof loader>(ChangesPage)
