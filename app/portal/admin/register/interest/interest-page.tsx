import { href } from 'react-router'
import { holderKinds } from '../../../../../rules/holders.ts'
import { formatCents } from '../../../../../rules/notes/money.ts'
import { countOf } from '../../../../../rules/number.ts'
import { registerPerPage } from '../../../../../rules/register.ts'
import type { getInterestPaid, InterestPaid } from '../../../../../server/register/interest-paid.ts'
import { classes } from '../../../../ui/classes.ts'
import { Link } from '../../../../ui/link.tsx'
import { PrintButton } from '../../../../ui/print-button.tsx'
import type { Refusal } from '../../../refusal.ts'
import { AdminList, ExportCsv, Filters, Rows } from '../../admin-list.tsx'
import { defineTable } from '../../define-table.ts'
import rows from '../../rows.module.css'
import { ChoiceField } from '../../search-form.tsx'
import { Figures } from '../figures.tsx'
import { Money } from '../money.tsx'
import style from '../register.module.css'

type Props = Awaited<ReturnType<typeof getInterestPaid>> & { year: number; page: number; loadError?: Refusal }

/** What each holder was paid of interest in a calendar year, as the accountant reports it. */
export function InterestPage({ year, page, holders, total, totals, years, loadError }: Props) {
  const choices = [...new Set([year, ...years])].toSorted((one, other) => other - one).map(String)
  return (
    <AdminList
      className={style.page}
      title={`Interest paid in ${year}`}
      count={countOf(total, 'holder')}
      at={href('/profile/admin/register/interest')}
      query={{ year: String(year) }}
      loadError={loadError}
      tools={
        total > 0 && (
          <>
            <PrintButton />
            <ExportCsv at={href('/profile/register/:file', { file: 'interest.csv' })} />
          </>
        )
      }
    >
      <Filters className={style.search} data-print="no">
        <ChoiceField label="Year" name="year" options={choices} />
      </Filters>
      <Rows
        className={classes(style.list, rows.rows)}
        caption={`Interest paid in ${year}, by holder`}
        columns={interestTable.columns}
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
      </Rows>
      {total > 0 && (
        <p className={style.about}>
          By the day of payment, less what came back in the year. Interest that was due and not paid isn’t in it. Each
          holder sees the same sum on their own page. This is not a tax form: those are made under{' '}
          <Link to={href('/profile/admin/tax/forms')}>Form 1099-INT</Link>.
        </p>
      )}
    </AdminList>
  )
}

export const interestTable = defineTable<InterestPaid>([
  {
    key: 'holder',
    header: 'Holder',
    role: 'title',
    className: rows.grows,
    cell: ({ holderId, name, number }) => (
      <>
        <Link to={href('/profile/admin/holders/:id', { id: holderId })}>{name}</Link>
        <span className={rows.fact}>{number}</span>
      </>
    ),
    csv: {
      Holder: holder => holder.name,
      'Holder number': holder => holder.number,
      Address: holder => holder.address.join(', '),
    },
  },
  {
    key: 'kind',
    header: 'Kind',
    className: rows.grows,
    cell: ({ kind }) => holderKinds[kind],
    csv: { Kind: holder => holderKinds[holder.kind], Notes: holder => holder.notes },
  },
  {
    key: 'paid',
    header: 'Paid',
    figures: true,
    cell: ({ paid }) => <Money cents={paid} />,
    csv: { Paid: holder => holder.paid },
  },
  {
    key: 'returned',
    header: 'Came back',
    figures: true,
    cell: ({ returned }) => <Money cents={returned} />,
    csv: { 'Came back': holder => holder.returned },
  },
  {
    key: 'net',
    header: 'Interest paid in the year',
    figures: true,
    cell: ({ net }) => <Money cents={net} />,
    csv: { 'Interest paid in the year': holder => holder.net, 'Tax withheld': holder => holder.withheld },
  },
])
