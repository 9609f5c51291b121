import { href } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import type { SalesByState } from '../../register/server/sales.ts'
import { Button } from '../../shell/ui/button.tsx'
import { Day } from '../../shell/ui/day.tsx'
import type { Column } from '../../shell/ui/ledger.tsx'
import { StackedLedger } from '../../shell/ui/stacked-ledger.tsx'

/** Each offering's file for counsel, with what Form D asks: when it was first sold, and when in each state. */
export function BinderList({ sales }: { sales: SalesByState[] }) {
  const columns: Column<SalesByState>[] = [
    { header: 'Offering', role: 'title', cell: ({ offering }) => offering },
    { header: 'First sale', cell: ({ firstSale }) => <Day date={firstSale} /> },
    { header: 'Form D due', cell: ({ due }) => <Day date={due} /> },
    {
      header: 'First sold in',
      cell: ({ offering }) => (
        <ul className="plain-list stack gap-1 unbroken">
          {sales
            .filter(sale => sale.offering === offering && !sale.isAll)
            .map(({ state, firstSale }) => (
              <li key={state}>
                {state ?? 'No state recorded'} <Day date={firstSale} />
              </li>
            ))}
        </ul>
      ),
    },
    {
      header: 'Binder',
      role: 'actions',
      cell: ({ offering }) => (
        <Button
          size="small"
          href={withQuery(href('/profile/accreditation.zip'), { offering })}
          aria-label={`Download the binder of ${offering}`}
        >
          Download the binder
        </Button>
      ),
    },
  ]
  return (
    <section aria-labelledby="binders">
      <h2 id="binders">Binders for counsel</h2>
      <p className="quiet regular">
        One archive for each offering: what investors signed, the checklists, the evidence or the certificate of its
        destruction, the log, and a SHA-256 of every file. One holder’s binder is on the page of its verification.
      </p>
      <StackedLedger
        caption="Offerings and their binders"
        columns={columns}
        rows={sales.filter(({ isAll }) => isAll)}
        rowKey={({ offering }) => offering}
      />
    </section>
  )
}
