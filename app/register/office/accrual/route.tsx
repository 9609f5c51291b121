import { href } from 'react-router'
import { addDays, formatDay } from '../../../../rules/days.ts'
import { formatCents } from '../../../../rules/money.ts'
import { countOf } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import { type JournalFormat, journalFormats } from '../../../ledger/journal.ts'
import rows from '../../../shell/office/rows.module.css'
import { DayField } from '../../../shell/office/search-form.tsx'
import { moneyColumn } from '../../../shell/office/table-columns.tsx'
import { loadList, type Shown, showList } from '../../../shell/portal/list-page.tsx'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { registerPerPage } from '../../register.ts'
import type { AccruedNote } from '../../server/accrual.ts'
import { accrualDay } from '../address.ts'
import { Figures } from '../figures.tsx'
import style from '../register.module.css'
import { NoteName } from '../register-columns.tsx'
import { describeArchives, fileOf, ReportPage, ReportRows } from '../report.tsx'

/** The entry that books accrued interest, and its reversal, for a program. */
export const accrualReport = describeArchives<AccruedNote>('accrual', {
  at: href('/profile/admin/register/accrual'),
  by: 'format',
  open: ({ actor, operations }, format, query) => operations.downloadAccrual(actor, { on: accrualDay(query), format }),
  columns: [
    {
      header: 'Note and holder',
      role: 'title',
      className: rows.grows,
      cell: ({ id, number, holder }) => <NoteName id={id} number={number} holder={holder} />,
    },
    moneyColumn('Principal', note => note.principal),
    moneyColumn('Accrued', note => note.accrued),
  ],
})

/** Loads the interest that had accrued; the query has the day `on`, and `page`, from 1. */
export const loader = loadList({
  view: query => ({ on: accrualDay(query), page: pageNumber(query) }),
  read: async ({ actor, operations }, { on, page }) => {
    const { notes, ...accrual } = await operations.getAccrual(actor, on)
    const from = (page - 1) * registerPerPage
    return { ...accrual, total: notes.length, notes: notes.slice(from, from + registerPerPage) }
  },
  none: { notes: [], total: 0, sum: 0n, paidAhead: 0n },
  failed: 'LOAD_REGISTER_FAILED',
})

/** The entry that books accrued interest at the end of a day, and its reversal on the next, for the fund's own books. */
function AccrualPage({ on, page, notes, total, sum, paidAhead, loadError }: Shown<typeof loader>) {
  return (
    <ReportPage
      of={accrualReport}
      title="Accrued interest"
      count={countOf(total, 'note')}
      query={{ on }}
      loadError={loadError}
      isEmpty={total === 0}
      filters={<DayField label="At the end of" name="on" required />}
    >
      <ReportRows
        caption={`Interest accrued at the end of ${formatDay(on)}, by note`}
        columns={accrualReport.columns}
        rows={notes}
        pages={{ label: 'notes', page, total, size: registerPerPage }}
        empty={{
          title: 'No interest had accrued',
          text: `At the end of ${formatDay(on)} no note had interest that was running and wasn’t due.`,
        }}
      >
        <Figures
          figures={[
            ['Accrued, not yet due', formatCents(sum, true)],
            ...(paidAhead > 0n ? [['Of it paid ahead', formatCents(paidAhead, true)] as const] : []),
          ]}
        />
        <p className={style.about}>
          Two entries for your own books: on {formatDay(on)} interest expense is debited, and accrued interest credited,
          or interest payable for what was paid ahead of its due date; on {formatDay(addDays(on, 1))} the reverse. They
          aren’t in the ledger of the notes, which books interest when it falls due. As everywhere in the register,
          interest is counted up to {formatDay(on)} and without that day itself.
        </p>
        <div className="cluster center gap-3-4" data-print="no">
          {(Object.keys(journalFormats) as JournalFormat[]).map(format => (
            <Button key={format} size="small" href={withQuery(fileOf(accrualReport.file), { on, format })}>
              {format === 'csv' ? 'As CSV' : `For ${journalFormats[format]}`}
            </Button>
          ))}
        </div>
      </ReportRows>
    </ReportPage>
  )
}

/** Accrued interest at a month's end, as a journal entry. */
export default showList<typeof loader>(AccrualPage)
