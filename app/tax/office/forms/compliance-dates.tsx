import { href } from 'react-router'
import { tax as settings } from '../../../../content/tax.ts'
import { formatCents } from '../../../../rules/money.ts'
import { withQuery } from '../../../../rules/url.ts'
import { Day } from '../../../shell/ui/day.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import { type ComplianceDateKey, complianceDates } from '../../compliance-dates.ts'
import type { ListedDate } from '../../server/compliance-years.ts'
import style from '../tax.module.css'

/** The deadlines of the law, for last year and this one. */
export function ComplianceDates({ dates }: { dates: readonly ListedDate[] }) {
  if (dates.length === 0) return null
  return (
    <section className={style.section} aria-labelledby="dates">
      <h2 id="dates">Compliance dates</h2>
      <StackedLedger
        caption="Compliance dates"
        columns={columns}
        rows={dates}
        rowKey={({ key, year, day, form }) => `${key} ${form ?? year} ${day}`}
      />
    </section>
  )
}

const about: Partial<Record<ComplianceDateKey, string>> = {
  transmitter: `Without the code, IRIS takes no file. The IRS takes up to ${settings.transmitterCode.businessDays} business days and recommends applying by November 1. Two responsible officials apply, each with an ID.me account; a code for FIRE doesn’t count. Once you have it, say so in content/tax.ts.`,
  copies: 'Until this day, a corrected copy costs the lowest penalty.',
  corrections: 'Until this day, a form corrected with the IRS costs the lowest penalty.',
  unfiled: 'It was furnished, and isn’t filed yet. On the day after, the penalty rises.',
  last: 'Until this day, the second penalty applies, and after it the full one.',
}

const columns: Column<ListedDate>[] = [
  { header: 'What', role: 'title', cell: ({ key, form }) => form ?? complianceDates[key] },
  { header: 'Tax year', cell: ({ year }) => year },
  { header: 'By', cell: ({ day }) => <Day date={day} /> },
  {
    header: 'Notes',
    cell: ({ key, year, cents }) =>
      key === 'deposit' || key === 'form945' ? (
        <span className="quiet column-44 breakable">
          {cents !== undefined && `${formatCents(cents, true)}. `}
          <Link to={withQuery(href('/profile/admin/tax/withholding'), { year: String(year) })}>Tax withheld</Link>
        </span>
      ) : about[key] ? (
        <span className="quiet column-44 breakable">{about[key]}</span>
      ) : (
        '–'
      ),
  },
]
