import { href } from 'react-router'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { formatCents, sumCents } from '../../../../../rules/notes/money.ts'
import { countOf, grouped } from '../../../../../rules/number.ts'
import { monthInWords } from '../../../../../rules/register-days.ts'
import { withQuery } from '../../../../../rules/url.ts'
import type { MaturingYear, RollForward, RollForwardMonth } from '../../../../../server/register/roll-forward.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { classes } from '../../../../ui/classes.ts'
import { PrintButton } from '../../../../ui/print-button.tsx'
import { StackedLedger } from '../../../../ui/stacked-ledger.tsx'
import type { Refusal } from '../../../refusal.ts'
import { AdminList, ExportCsv, Filters, Rows } from '../../admin-list.tsx'
import { defineTable } from '../../define-table.ts'
import rows from '../../rows.module.css'
import { ChoiceField } from '../../search-form.tsx'
import { Figures } from '../figures.tsx'
import { Money } from '../money.tsx'
import style from '../register.module.css'

type Props = RollForward & { year: number; loadError?: Refusal }

/** Account 2010 from month to month of a year, by what changed it, and what of it falls due in which year. */
export function RollForwardPage({ year, months, through, maturities, years, loadError }: Props) {
  const choices = [...new Set([year, ...years])].toSorted((one, other) => other - one).map(String)
  const sumOf = (part: 'funds' | 'repaid' | 'returned') => sumCents(months.map(month => month[part]))
  const [first, last] = [months[0], months.at(-1)]
  const differing = months.filter(({ closing, ledger }) => closing !== ledger)
  return (
    <AdminList
      className={style.page}
      title={`Notes payable in ${year}`}
      count={countOf(months.length, 'month')}
      at={href('/profile/admin/register/roll-forward')}
      query={{ year: String(year) }}
      loadError={loadError}
      tools={
        months.length > 0 && (
          <>
            <PrintButton />
            <ExportCsv at={href('/profile/register/:file', { file: 'roll-forward.csv' })} />
          </>
        )
      }
    >
      <Filters className={style.search} data-print="no">
        <ChoiceField label="Year" name="year" options={choices} />
      </Filters>
      <Rows
        className={classes(style.list, rows.rows)}
        caption={`Notes payable by month of ${year}`}
        columns={rollForwardTable.columns}
        rows={months}
        rowKey={({ month }) => month}
        empty={{ title: `${year} has no months yet`, text: 'Choose a year that has begun.' }}
      >
        <Figures
          alike
          figures={[
            ['Opening', formatCents(first?.opening ?? 0n, true)],
            ['New notes', formatCents(sumOf('funds'), true)],
            ['Repaid, less returned', formatCents(sumOf('repaid') + sumOf('returned'), true)],
            ['Closing', formatCents(last?.closing ?? 0n, true)],
          ]}
        />
        {differing.length > 0 && (
          <Banner>
            The months don’t add up to account 2010 of the trial balance. Don’t use these figures: ask the person who
            runs the server to verify the ledger.
          </Banner>
        )}
      </Rows>
      {months.length > 0 && differing.length === 0 && (
        <p className={style.about}>
          By the day in the books: what is recorded of a month whose statements have been released is in the month in
          which it was booked. Each closing balance is account 2010 of the trial balance of that day.
        </p>
      )}
      {maturities.length > 0 && <Maturities year={year} through={through} maturities={maturities} />}
    </AdminList>
  )
}

function Maturities({ year, through, maturities }: Pick<Props, 'year' | 'through' | 'maturities'>) {
  const file = href('/profile/register/:file', { file: 'principal-by-year.csv' })
  return (
    <section className={style.section} aria-labelledby="maturities">
      <h2 id="maturities">Principal by year of maturity</h2>
      <p className={style.about}>
        What was owed at the end of {formatDay(through)},{' '}
        {formatCents(sumCents(maturities.map(each => each.principal)), true)} in all, by the year in which it falls due.
        A note that its holder may renew is in the year of its own maturity.
      </p>
      <StackedLedger
        className={style.list}
        caption={`Principal at the end of ${formatDay(through)}, by year of maturity`}
        columns={maturingTable.columns}
        rows={maturities}
        rowKey={({ year: due }) => String(due)}
      />
      <div className={style.buttons} data-print="no">
        <Button size="small" href={withQuery(file, { year: String(year) })}>
          Export maturities
        </Button>
      </div>
    </section>
  )
}

/** What came in and what went out in a month: of renewals, and of transfers but over a month's end, the same. */
function InAndOut({ into, out }: { into: bigint; out: bigint }) {
  return (
    <>
      <Money cents={into} />
      {out !== 0n && (
        <span className={rows.fact}>
          <Money cents={out} />
        </span>
      )}
    </>
  )
}

export const rollForwardTable = defineTable<RollForwardMonth>([
  {
    key: 'month',
    header: 'Month',
    role: 'title',
    cell: ({ month }) => monthInWords(month),
    csv: { Month: each => each.month, 'Through the end of': each => each.to },
  },
  {
    key: 'opening',
    header: 'Opening',
    figures: true,
    cell: ({ opening }) => <Money cents={opening} />,
    csv: { Opening: each => each.opening },
  },
  {
    key: 'funds',
    header: 'New notes',
    figures: true,
    cell: ({ funds }) => <Money cents={funds} />,
    csv: { 'New notes': each => each.funds },
  },
  {
    key: 'renewed',
    header: 'Renewed',
    figures: true,
    className: rows.desk,
    cell: ({ renewedIn, renewedOut }) => <InAndOut into={renewedIn} out={renewedOut} />,
    csv: { 'Renewed, new notes': each => each.renewedIn, 'Renewed, old notes': each => each.renewedOut },
  },
  {
    key: 'transferred',
    header: 'Transferred',
    figures: true,
    className: rows.wide,
    cell: ({ transferredIn, transferredOut }) => <InAndOut into={transferredIn} out={transferredOut} />,
    csv: {
      'Transferred to new holders': each => each.transferredIn,
      'Transferred from old holders': each => each.transferredOut,
    },
  },
  {
    key: 'repaid',
    header: 'Repaid',
    figures: true,
    cell: ({ repaid }) => <Money cents={repaid} />,
    csv: { Repaid: each => each.repaid },
  },
  {
    key: 'returned',
    header: 'Returned',
    figures: true,
    className: rows.wide,
    cell: ({ returned }) => <Money cents={returned} />,
    csv: { Returned: each => each.returned },
  },
  {
    key: 'corrected',
    header: 'Corrections',
    figures: true,
    className: rows.wide,
    cell: ({ corrected }) => <Money cents={corrected} />,
    csv: { Corrections: each => each.corrected },
  },
  {
    key: 'closing',
    header: 'Closing',
    figures: true,
    cell: ({ closing, ledger }) => (
      <span className={classes(closing !== ledger && style.late)}>
        <Money cents={closing} />
      </span>
    ),
    csv: {
      Closing: each => each.closing,
      'Account 2010': each => each.ledger,
      Difference: ({ closing, ledger }) => closing - ledger,
    },
  },
])

export const maturingTable = defineTable<MaturingYear>([
  {
    key: 'year',
    header: 'Due in',
    role: 'title',
    cell: ({ year }) => year ?? 'Matured, unpaid',
    csv: { 'Due in': ({ year }) => year ?? 'Matured, unpaid' },
  },
  {
    key: 'notes',
    header: 'Notes',
    figures: true,
    cell: ({ notes }) => grouped(notes),
    csv: { Notes: each => each.notes },
  },
  {
    key: 'principal',
    header: 'Principal',
    figures: true,
    cell: ({ principal }) => <Money cents={principal} />,
    csv: { Principal: each => each.principal },
  },
])
