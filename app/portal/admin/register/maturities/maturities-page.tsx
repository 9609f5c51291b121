import { href } from 'react-router'
import { formatCents } from '../../../../../rules/notes/money.ts'
import { countOf } from '../../../../../rules/number.ts'
import { registerPerPage } from '../../../../../rules/register.ts'
import { monthInWords } from '../../../../../rules/register-days.ts'
import { withQuery } from '../../../../../rules/url.ts'
import type { getMaturities, ListedMaturity, MaturityMonth } from '../../../../../server/register/maturities.ts'
import { Button } from '../../../../ui/button.tsx'
import { classes } from '../../../../ui/classes.ts'
import { Day } from '../../../../ui/day.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { PrintButton } from '../../../../ui/print-button.tsx'
import { StackedLedger } from '../../../../ui/stacked-ledger.tsx'
import { LoadError } from '../../../load-error.tsx'
import { Pagination } from '../../../pagination.tsx'
import type { Refusal } from '../../../refusal.ts'
import { AdminList, ExportCsv } from '../../admin-list.tsx'
import { defineTable } from '../../define-table.ts'
import rows from '../../rows.module.css'
import { Money } from '../money.tsx'
import style from '../register.module.css'
import { NoteName, standingColumn } from '../register-columns.tsx'
import { choiceInWords } from './choice-in-words.ts'
import ladder from './maturities-page.module.css'

type Props = Awaited<ReturnType<typeof getMaturities>> & {
  today: string
  days: number
  page: number
  loadError?: Refusal
}

/** When the outstanding principal comes due, and what the holders of the next notes have chosen. */
export function MaturitiesPage({ today, days, page, months, notes, total, loadError }: Props) {
  const all = months.reduce((sum, { notes }) => sum + notes, 0)
  return (
    <AdminList
      className={style.page}
      title="Maturities"
      count={countOf(all, 'note')}
      at={href('/profile/admin/register/maturities')}
      loadError={loadError}
      tools={
        all > 0 && (
          <>
            <PrintButton />
            <ExportCsv at={href('/profile/register/:file', { file: 'maturities.csv' })} />
          </>
        )
      }
    >
      <LoadError error={loadError} />
      {months.length > 0 && <Ladder months={months} />}
      {notes.length > 0 && (
        <section className={`${style.section} ${ladder.soon}`}>
          <h2>The next {days} days</h2>
          <p className={style.about}>
            Holders choose by the day in the list. After that, or without a choice, the principal is paid out.
          </p>
          <StackedLedger
            className={classes(style.list, rows.rows)}
            caption="Notes that mature soon"
            columns={maturitiesTable.columns}
            rows={notes.map(note => ({ ...note, today }))}
            rowKey={({ id }) => id}
          />
          <Pagination
            label="notes that mature soon"
            page={page}
            total={total}
            size={registerPerPage}
            addressOf={to => withQuery(href('/profile/admin/register/maturities'), to)}
          />
        </section>
      )}
      {all === 0 && !loadError && (
        <EmptyState
          title="Nothing matures"
          level={2}
          action={
            <Button size="small" to={href('/profile/admin/register/notes/new')}>
              New note
            </Button>
          }
        >
          The principal of every funded note will appear here, in the month in which it is to be repaid.
        </EmptyState>
      )}
    </AdminList>
  )
}

/** A rung for each month, as long as its principal. */
function Ladder({ months }: { months: MaturityMonth[] }) {
  const most = months.reduce((max, { principal }) => (principal > max ? principal : max), 1n)
  return (
    <table className={`full small tabular double ${ladder.ladder}`}>
      <caption className="visually-hidden">Principal by the month in which it matures</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Principal</th>
          <th scope="col">Notes</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, notes, principal }, at) => (
          <tr key={month} data-year={month.slice(0, 4) !== months[at - 1]?.month.slice(0, 4) || undefined}>
            <th scope="row">{monthInWords(month)}</th>
            <td>
              {/* The site’s policy allows no style attributes. */}
              <svg
                className={ladder.rung}
                width={`${Math.max(1, Number((principal * 100n) / most))}%`}
                height={10}
                aria-hidden="true"
              />
              <span className={ladder.amount}>{formatCents(principal)}</span>
            </td>
            <td>{countOf(notes, 'note')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The notes that mature, with what to say today of a choice that isn't made yet. */
export const maturitiesTable = defineTable<ListedMaturity & { today?: string }>([
  { csv: { Matures: note => note.maturityDate } },
  {
    header: 'Note and holder',
    role: 'title',
    className: rows.grows,
    cell: ({ id, number, holder }) => <NoteName id={id} number={number} holder={holder} />,
    csv: { Note: note => note.number, Holder: note => note.holder },
  },
  {
    header: 'Principal',
    figures: true,
    cell: ({ principal }) => <Money cents={principal} />,
    csv: { Principal: note => note.principal, Notice: note => note.window.notice },
  },
  { header: 'Matures', cell: ({ maturityDate }) => <Day date={maturityDate} /> },
  {
    header: 'Choose by',
    cell: ({ window }) => <Day date={window.closes} />,
    csv: { 'Choose by': note => note.window.closes },
  },
  {
    header: 'Choice',
    cell: ({ today = '', ...note }) => choiceInWords(note, today),
    csv: {
      Choice: note => note.choice,
      Renewed: note => note.renewCents,
      'New term (months)': note => note.newTermMonths,
    },
  },
  standingColumn(),
])
