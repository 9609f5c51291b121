import { href } from 'react-router'
import { itemsPerPage } from '../../../../../rules/bulk-papers/limits.ts'
import type { PaperFilter } from '../../../../../rules/bulk-papers/words.ts'
import { countOf, grouped } from '../../../../../rules/number.ts'
import { withQuery } from '../../../../../rules/url.ts'
import type { BatchDetails, PaperRow } from '../../../../../server/bulk-papers/batch.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Link } from '../../../../ui/link.tsx'
import { Notice, useNotice } from '../../../../ui/notice.tsx'
import { StackedLedger } from '../../../../ui/stacked-ledger.tsx'
import { Pagination } from '../../../pagination.tsx'
import counted from '../../counted-page.module.css'
import { ListHead } from '../../list-head.tsx'
import style from '../bulk.module.css'
import { BatchFiles } from './batch-files.tsx'
import { BatchState } from './batch-state.tsx'
import { columnsOf } from './papers-table.tsx'

type Props = { batch: BatchDetails; papers: PaperRow[]; total: number; page: number; show: PaperFilter }

/** A batch: its state and what is to do, then each document beside whose it is. */
export function BatchPage({ batch, papers, total, page, show }: Props) {
  const { say, ...notice } = useNotice()
  const { id, title, state, documents } = batch
  const at = href('/profile/admin/bulk/:id', { id })
  return (
    <div className={counted.page}>
      <p className={style.up}>
        <Link to={href('/profile/admin/bulk')}>All batches</Link>
      </p>
      <ListHead title={title} count={documents > 0 && countOf(documents, 'document')} />
      <BatchState batch={batch} onNotice={say} />
      <BatchFiles files={batch.files} />
      {documents > 0 && (
        <nav className={style.shows} aria-label="Documents shown">
          {filtersOf(batch).map(({ filter, label }) => (
            <Link
              key={filter}
              to={filter === 'all' ? at : withQuery(at, { show: filter })}
              aria-current={show === filter || undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
      )}
      {papers.length > 0 ? (
        <StackedLedger
          className={style.papers}
          caption={title}
          columns={columnsOf(id, state)}
          rows={papers}
          rowKey={paper => paper.id}
        />
      ) : (
        <EmptyState title={documents > 0 ? 'None of these' : 'No documents yet'} level={2}>
          {documents > 0
            ? 'No document of this batch is one of these.'
            : 'They appear here once all files have been read.'}
        </EmptyState>
      )}
      <Pagination
        label="documents"
        page={page}
        total={total}
        size={itemsPerPage}
        addressOf={to => withQuery(at, { ...(show !== 'all' && { show }), ...to })}
      />
      <Notice {...notice} />
    </div>
  )
}

function filtersOf({ open, byHand, excluded, filed, opened }: BatchDetails): { filter: PaperFilter; label: string }[] {
  const all: { filter: PaperFilter; label: string; count?: number }[] = [
    { filter: 'all', label: 'All' },
    { filter: 'open', label: 'Need you', count: open },
    { filter: 'byHand', label: 'Matched by hand', count: byHand },
    { filter: 'excluded', label: 'Left out', count: excluded },
    { filter: 'unopened', label: 'Never opened', count: filed - opened },
  ]
  return all
    .filter(({ count }) => count !== 0)
    .map(({ filter, label, count }) => ({
      filter,
      label: count === undefined ? label : `${label} (${grouped(count)})`,
    }))
}
