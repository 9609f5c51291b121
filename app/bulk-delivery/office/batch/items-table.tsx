import { href } from 'react-router'
import style from '../../../runs/office/runs.module.css'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import type { BatchItemRow } from '../../server/batch.ts'
import type { BatchState } from '../../words.ts'
import { pagesWords, Reasons, Recipient, StateBadge } from '../match-words.tsx'

/** @returns the columns of a batch's documents: before the release who gets them and why, after it who opened them */
export function columnsOf(batchId: string, state: BatchState): Column<BatchItemRow>[] {
  const isOut = state === 'released' || state === 'recalled'
  return [
    {
      header: 'Document',
      role: 'title',
      cell: ({ id, n, firstPage, lastPage, file }) => (
        <span className={style.wide}>
          <Link to={href('/profile/admin/bulk/:id/papers/:item', { id: batchId, item: id })}>
            No. {n}, {pagesWords({ firstPage, lastPage })}
          </Link>
          <span className="quiet breakable regular block">{file}</span>
        </span>
      ),
    },
    {
      header: 'State',
      cell: ({ state }) => <StateBadge state={state} />,
    },
    {
      header: isOut ? 'Went to' : 'Goes to',
      cell: item => (
        <span className={style.wide}>
          {item.state === 'excluded' ? 'No one' : <Recipient item={item} />}
          <Reasons item={item} />
        </span>
      ),
    },
    ...(isOut ? [openedColumn] : []),
  ]
}

const openedColumn: Column<BatchItemRow> = {
  header: 'First opened',
  cell: ({ documentId, firstAt }) =>
    firstAt ? <FormattedDate date={firstAt} time /> : documentId ? 'Never opened' : '',
}
