import { href } from 'react-router'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { formatCents } from '../../../../../rules/notes/money.ts'
import { countOf, grouped } from '../../../../../rules/number.ts'
import type { SalesByState } from '../../../../../server/register/sales.ts'
import { Day } from '../../../../ui/day.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { StackedLedger } from '../../../../ui/stacked-ledger.tsx'
import { LoadError } from '../../../load-error.tsx'
import type { Refusal } from '../../../refusal.ts'
import { AdminList, ExportCsv } from '../../admin-list.tsx'
import { defineTable } from '../../define-table.ts'
import { Money } from '../money.tsx'
import { PrintButton } from '../print-button.tsx'
import style from '../register.module.css'

type Props = { today: string; sales: SalesByState[]; loadError?: Refusal }

/** What Form D and the states' notices ask for: first sales, amounts and holders, by offering and state. */
export function SalesPage({ today, sales, loadError }: Props) {
  const offerings = sales.filter(({ isAll }) => isAll)
  const states = sales.length - offerings.length
  return (
    <AdminList
      className={style.page}
      title="Sales by state"
      count={countOf(states, 'state')}
      at={href('/profile/admin/register/sales')}
      loadError={loadError}
      tools={
        sales.length > 0 && (
          <>
            <PrintButton />
            <ExportCsv at={href('/profile/register/:file', { file: 'sales.csv' })} />
          </>
        )
      }
    >
      <p className={style.about}>
        A sale counts from the day of the last signature on the note, whenever it was recorded. Form D is due 15 days
        after an offering’s first sale (17 CFR 230.503), and most states ask for their notice 15 days after the first
        sale there. Ask counsel which states want more.
      </p>
      <LoadError error={loadError} />
      {offerings.map(offering => (
        <Offering
          key={offering.offering}
          all={offering}
          states={sales.filter(({ offering: of, isAll }) => of === offering.offering && !isAll)}
          today={today}
        />
      ))}
      {sales.length === 0 && !loadError && (
        <EmptyState title="No sales yet" level={3}>
          The first sale of each offering, and in each state, will appear here once a note is signed, with the day by
          which to file.
        </EmptyState>
      )}
    </AdminList>
  )
}

function Offering({ all, states, today }: { all: SalesByState; states: SalesByState[]; today: string }) {
  return (
    <section className={style.section}>
      <h3>{all.offering}</h3>
      <p>
        First sale on {formatDay(all.firstSale)}; Form D {all.due < today ? 'was' : 'is'} due on{' '}
        <strong>{formatDay(all.due)}</strong>. Sold so far: {formatCents(all.sold)} to {grouped(all.holders)}{' '}
        {all.holders === 1 ? 'holder' : 'holders'}.
      </p>
      <StackedLedger
        className={style.list}
        caption={`Sales of ${all.offering} by state`}
        columns={salesTable.columns}
        rows={states}
        rowKey={({ state }) => state ?? ''}
      />
    </section>
  )
}

export const salesTable = defineTable<SalesByState>([
  { csv: { Offering: sale => sale.offering } },
  {
    key: 'state',
    header: 'State',
    role: 'title',
    cell: ({ state }) => state ?? 'Not recorded',
    csv: { State: sale => (sale.isAll ? 'All' : (sale.state ?? 'Not recorded')) },
  },
  {
    key: 'first',
    header: 'First sale',
    cell: ({ firstSale }) => <Day date={firstSale} />,
    csv: { 'First sale': sale => sale.firstSale },
  },
  { key: 'due', header: 'Notice due', cell: ({ due }) => <Day date={due} />, csv: { 'Notice due': sale => sale.due } },
  {
    key: 'last',
    header: 'Last sale',
    cell: ({ lastSale }) => <Day date={lastSale} />,
    csv: { 'Last sale': sale => sale.lastSale },
  },
  {
    key: 'holders',
    header: 'Holders',
    figures: true,
    cell: ({ holders }) => grouped(holders),
    csv: { Holders: sale => sale.holders },
  },
  {
    key: 'notes',
    header: 'Notes',
    figures: true,
    cell: ({ notes }) => grouped(notes),
    csv: { Notes: sale => sale.notes },
  },
  {
    key: 'sold',
    header: 'Sold',
    figures: true,
    cell: ({ sold }) => <Money cents={sold} />,
    csv: { Sold: sale => sale.sold },
  },
])
