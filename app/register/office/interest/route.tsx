import { href } from 'react-router'
import { formatCents } from '../../../../rules/money.ts'
import { countOf } from '../../../../rules/number.ts'
import { holderKinds } from '../../../holders/holders.ts'
import rows from '../../../shell/office/rows.module.css'
import { holderColumn, moneyColumn } from '../../../shell/office/table-columns.tsx'
import { loadList, type Shown, showList } from '../../../shell/portal/list-page.tsx'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import { Link } from '../../../shell/ui/link.tsx'
import { registerPerPage } from '../../register.ts'
import { yearFrom } from '../address.ts'
import { Figures } from '../figures.tsx'
import style from '../register.module.css'
import { defineReport, ReportPage, ReportRows, YearField } from '../report.tsx'

export const interestReport = defineReport('interest', {
  at: href('/profile/admin/register/interest'),
  saved: ({ year }) => `interest-paid-in-${year}`,
  requested: query => ({ year: yearFrom(query) }),
  totals: ['Paid', 'Came back', 'Interest paid in the year', 'Tax withheld'],
  columns: [
    holderColumn(holder => holder, { Address: holder => holder.address.join(', ') }),
    {
      header: 'Kind',
      className: rows.grows,
      cell: ({ kind }) => holderKinds[kind],
      csv: { Kind: holder => holderKinds[holder.kind], Notes: holder => holder.notes },
    },
    moneyColumn('Paid', holder => holder.paid),
    moneyColumn('Came back', holder => holder.returned),
    moneyColumn('Interest paid in the year', holder => holder.net, {
      csv: { 'Tax withheld': holder => holder.withheld },
    }),
  ],
})

/** Loads what holders were paid of interest in a year; the query has the `year`, and `page`, from 1. */
export const loader = loadList({
  view: query => ({ year: yearFrom(query), page: pageNumber(query) }),
  read: ({ actor, operations }, { year, page }) => operations.getInterestPaid(actor, { year, page: page - 1 }),
  none: { holders: [], total: 0, totals: { paid: 0n, returned: 0n, net: 0n, withheld: 0n }, years: [] },
  failed: 'LOAD_REGISTER_FAILED',
})

/** What each holder was paid of interest in a calendar year, as the accountant reports it. */
function InterestPage({ year, page, holders, total, totals, years, loadError }: Shown<typeof loader>) {
  return (
    <ReportPage
      of={interestReport}
      title={`Interest paid in ${year}`}
      count={countOf(total, 'holder')}
      query={{ year: String(year) }}
      loadError={loadError}
      isEmpty={total === 0}
      filters={<YearField year={year} years={years} />}
    >
      <ReportRows
        caption={`Interest paid in ${year}, by holder`}
        columns={interestReport.columns}
        rows={holders}
        rowKey={({ holderId }) => holderId}
        pages={{ label: 'holders', page, total, size: registerPerPage }}
        empty={{
          title: `No interest was paid in ${year}`,
          text: 'Holders appear here in the year in which a payment of interest is recorded, by the day of the payment.',
        }}
      >
        <Figures
          figures={[
            ['Interest paid in the year', formatCents(totals.net, true)],
            ['Paid', formatCents(totals.paid, true)],
            ['Came back', formatCents(totals.returned, true)],
            ['Tax withheld', formatCents(totals.withheld, true)],
          ]}
        />
      </ReportRows>
      {total > 0 && (
        <p className={style.about}>
          By the day of payment, less what came back in the year. Interest that was due and not paid isn’t in it. Each
          holder sees the same sum on their own page. This is not a tax form: those are made under{' '}
          <Link to={href('/profile/admin/tax/forms')}>Form 1099-INT</Link>.
        </p>
      )}
    </ReportPage>
  )
}

/** Interest paid, by holder and year. */
export default showList<typeof loader>(InterestPage)
