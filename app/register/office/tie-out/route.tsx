import { href } from 'react-router'
import { formatDay } from '../../../../rules/days.ts'
import { formatCents } from '../../../../rules/money.ts'
import { countOf, grouped } from '../../../../rules/number.ts'
import { DayField } from '../../../shell/office/search-form.tsx'
import { countColumn, holderColumn, moneyColumn } from '../../../shell/office/table-columns.tsx'
import { loadList, type Shown, showList } from '../../../shell/portal/list-page.tsx'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { registerPerPage } from '../../register.ts'
import { onItsDay, pastDayFrom } from '../address.ts'
import { Figures } from '../figures.tsx'
import { Money } from '../money.tsx'
import style from '../register.module.css'
import { defineReport, ReportPage, ReportRows } from '../report.tsx'

export const tieOutReport = defineReport('tie-out', {
  at: href('/profile/admin/register/tie-out'),
  saved: ({ on }) => onItsDay('principal-by-holder', on),
  requested: query => ({ on: pastDayFrom(query) }),
  totals: ['Account 2010', 'Register', 'Difference'],
  columns: [
    holderColumn(holder => holder, { Address: holder => holder.address.join(', ') }),
    countColumn('Notes', holder => holder.notes),
    moneyColumn('Account 2010', holder => holder.ledger),
    moneyColumn('Register', holder => holder.register),
    {
      header: 'Difference',
      figures: true,
      cell: ({ ledger, register }) => (
        <span className={ledger === register ? undefined : style.late}>
          <Money cents={ledger - register} />
        </span>
      ),
      csv: { Difference: holder => holder.ledger - holder.register },
    },
  ],
})

/** Loads the comparison of account 2010 with the register; the query has the day `on`, and `page`, from 1. */
export const loader = loadList({
  view: query => ({ on: pastDayFrom(query), page: pageNumber(query) }),
  read: ({ actor, operations }, { on, page }) => operations.getTieOut(actor, { on, page: page - 1 }),
  none: { holders: [], total: 0, differing: 0, totals: { ledger: 0n, register: 0n } },
  failed: 'LOAD_REGISTER_FAILED',
})

/** What the fund owes each holder of principal at the end of a day: account 2010 beside the register. */
function TieOutPage({ on, page, holders, total, differing, totals, loadError }: Shown<typeof loader>) {
  return (
    <ReportPage
      of={tieOutReport}
      title="Principal by holder"
      count={countOf(total, 'holder')}
      query={{ on }}
      loadError={loadError}
      isEmpty={total === 0}
      filters={<DayField label="At the end of" name="on" required />}
    >
      <ReportRows
        caption={`Principal at the end of ${formatDay(on)}, by holder`}
        columns={tieOutReport.columns}
        rows={holders}
        rowKey={({ holderId }) => holderId}
        pages={{ label: 'holders', page, total, size: registerPerPage }}
        empty={{
          title: 'No principal is owed',
          text: `At the end of ${formatDay(on)} the ledger owes no holder principal, and the register lists none.`,
        }}
      >
        <Figures
          alike
          figures={[
            ['Account 2010', formatCents(totals.ledger, true)],
            ['Register', formatCents(totals.register, true)],
            ['Difference', formatCents(totals.ledger - totals.register, true)],
          ]}
        />
        {differing === 0 ? (
          <p className={style.about}>
            At the end of {formatDay(on)} account 2010 and the register agree for every holder. The file has each
            holder’s address, for letters of confirmation.
          </p>
        ) : (
          <Banner>
            Account 2010 and the register disagree for {countOf(differing, 'holder')}, listed first
            {differing > registerPerPage && `, ${grouped(registerPerPage)} on each page`}. Don’t use these figures: ask
            the person who runs the server to verify the ledger.
          </Banner>
        )}
      </ReportRows>
    </ReportPage>
  )
}

/** Principal by holder, in the ledger and in the register. */
export default showList<typeof loader>(TieOutPage)
