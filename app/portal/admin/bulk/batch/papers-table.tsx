import { href } from 'react-router'
import type { BatchState } from '../../../../../rules/bulk-papers/words.ts'
import type { PaperRow } from '../../../../../server/bulk-papers/batch.ts'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import type { Column } from '../../../../ui/ledger.tsx'
import { Link } from '../../../../ui/link.tsx'
import style from '../bulk.module.css'
import { pagesWords, Reasons, StateBadge, Whose } from '../paper-words.tsx'

/** @returns the columns of a batch's documents: before the release who gets them and why, after it who opened them */
export function columnsOf(batchId: string, state: BatchState): Column<PaperRow>[] {
  const isOut = state === 'released' || state === 'recalled'
  return [
    {
      header: 'Document',
      role: 'title',
      cell: ({ id, n, firstPage, lastPage, file }) => (
        <span className={style.wide}>
          <Link to={href('/profile/admin/bulk/:id/papers/:paper', { id: batchId, paper: id })}>
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
      cell: paper => (
        <span className={style.wide}>
          {paper.state === 'excluded' ? 'No one' : <Whose paper={paper} />}
          <Reasons paper={paper} />
        </span>
      ),
    },
    ...(isOut ? [openedColumn] : []),
  ]
}

const openedColumn: Column<PaperRow> = {
  header: 'First opened',
  cell: ({ documentId, firstAt }) =>
    firstAt ? <FormattedDate date={firstAt} time /> : documentId ? 'Never opened' : '',
}
