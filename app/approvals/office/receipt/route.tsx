import { href } from 'react-router'
import { formatCents, sumCents } from '../../../../rules/money.ts'
import { countOf } from '../../../../rules/number.ts'
import counted from '../../../shell/office/counted-page.module.css'
import { ListHead } from '../../../shell/office/list-head.tsx'
import { noBreak } from '../../../shell/office/no-break.tsx'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { Day } from '../../../shell/ui/day.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { PrintButton } from '../../../shell/ui/print-button.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import type { ApprovalReceipt, DecidedLine } from '../../server/approval-receipt.ts'
import { requireApprover } from '../approver-guard.ts'
import style from './receipt.module.css'

/** Loads a batch approval, by the id of one of its requests. */
export const loader = loadOne(({ actor, operations }, id) => operations.getApprovalReceipt(actor, id), {
  guard: requireApprover,
})

export default showOne<typeof loader>(ReceiptPage)

/** A batch approval: entries, amount, time and approver. Printable, with its own address. */
function ReceiptPage({ nouns, lines, decidedAt, decidedBy }: ApprovalReceipt) {
  const what = countOf(lines.length, ...nouns)
  const [one, several] = nouns
  const name = `${lines.length === 1 ? one : several} approved`
  return (
    <div className={counted.page}>
      <ListHead title={name.charAt(0).toUpperCase() + name.slice(1)} count={false}>
        <PrintButton />
        <Button size="small" to={href('/profile/admin/approvals')}>
          Approvals
        </Button>
      </ListHead>
      <p className={`tabular display any-width size-h4 ${style.receipt}`} role="status">
        {what}, {formatCents(sumCents(lines.map(({ cents }) => cents)), true)}, approved{' '}
        <FormattedDate date={decidedAt} time /> by {decidedBy}.
      </p>
      <p className="quiet">Requested by {[...new Set(lines.map(({ requestedBy }) => requestedBy))].join(' and ')}.</p>
      <StackedLedger caption={`${what} approved`} columns={columns} rows={lines} rowKey={({ id }) => id} />
    </div>
  )
}

const columns: Column<DecidedLine>[] = [
  {
    header: 'Note and holder',
    role: 'title',
    cell: ({ note, holder }) => (
      <>
        {noBreak(note)} <span className="quiet regular">{holder}</span>
      </>
    ),
  },
  { header: 'Date', cell: ({ day }) => <Day date={day} /> },
  {
    header: 'Bank reference',
    cell: ({ reference }) => <span className="breakable">{reference}</span>,
  },
  { header: 'Amount', figures: true, cell: ({ cents }) => formatCents(cents, true) },
]
