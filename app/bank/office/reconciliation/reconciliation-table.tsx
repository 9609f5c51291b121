import { href } from 'react-router'
import { statementDay } from '../../../register/office/address.ts'
import { Money } from '../../../register/office/money.tsx'
import { NoteName } from '../../../register/office/register-columns.tsx'
import { defineReport } from '../../../register/office/report.tsx'
import rows from '../../../shell/office/rows.module.css'
import { Day } from '../../../shell/ui/day.tsx'

/** The balance of the bank and that of the books, each with what adjusts it. */
export const reconciliationReport = defineReport('reconciliation', {
  at: href('/profile/admin/register/reconciliation'),
  saved: ({ on }) => ['bank-reconciliation', on].filter(Boolean).join('-'),
  requested: query => ({ on: statementDay(query) }),
  columns: [
    {
      header: 'Figure',
      role: 'title',
      cell: ({ what, role, item }) => {
        if (role !== 'item') return role === 'adjustment' ? what : <strong>{what}</strong>
        if (!item?.note) return <span className={rows.fact}>{what}</span>
        return <NoteName {...item.note} />
      },
      csv: {
        Figure: ({ what, role }) => (role === 'item' ? '' : what),
        Item: ({ what, role }) => (role === 'item' ? what : ''),
        Date: ({ item }) => item?.day,
        Note: ({ item }) => item?.note?.number,
        Holder: ({ item }) => item?.note?.holder,
      },
    },
    {
      header: 'Date',
      cell: ({ item }) =>
        item && (
          <>
            <Day date={item.day} />
            {item.note && item.words && <span className={rows.fact}>{item.words}</span>}
          </>
        ),
    },
    {
      header: 'Of it',
      figures: true,
      cell: ({ cents, role }) => role === 'item' && <Money cents={cents} />,
      csv: { 'Of it': ({ cents, role }) => (role === 'item' ? cents : null) },
    },
    {
      header: 'Amount',
      figures: true,
      cell: ({ cents, role }) => role !== 'item' && <Money cents={cents} />,
      csv: { Amount: ({ cents, role }) => (role === 'item' ? null : cents) },
    },
  ],
})
