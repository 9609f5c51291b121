import { href } from 'react-router'
import { itemsPerPage } from '../../../../../rules/bulk-delivery/limits.ts'
import type { BatchFilter } from '../../../../../rules/bulk-delivery/words.ts'
import { countOf, grouped } from '../../../../../rules/number.ts'
import { withQuery } from '../../../../../rules/url.ts'
import type { BatchDetails, BatchItemRow } from '../../../../../server/bulk-delivery/batch.ts'
import { Link } from '../../../../ui/link.tsx'
import { useNotice } from '../../../../ui/notice.tsx'
import { AdminList, Rows } from '../../admin-list.tsx'
import { usePolling } from '../../runs/use-polling.ts'
import style from '../bulk.module.css'
import { BatchFiles } from './batch-files.tsx'
import { BatchState } from './batch-state.tsx'
import { columnsOf } from './items-table.tsx'

type Props = { batch: BatchDetails; items: BatchItemRow[]; total: number; page: number; show: BatchFilter }

/** A batch: its state and next step, then its documents with their recipients. */
export function BatchPage({ batch, items, total, page, show }: Props) {
  const notice = useNotice()
  const { id, title, state, documents } = batch
  usePolling(state === 'matching' || state === 'approved')
  const at = href('/profile/admin/bulk/:id', { id })
  return (
    <AdminList
      up={
        <p className="small">
          <Link to={href('/profile/admin/bulk')}>All batches</Link>
        </p>
      }
      title={title}
      count={documents > 0 && countOf(documents, 'document')}
      at={at}
      query={show === 'all' ? {} : { show }}
      notice={notice}
    >
      <BatchState batch={batch} onNotice={notice.say} />
      <BatchFiles files={batch.files} />
      {documents > 0 && (
        <nav className={`cluster gap-2-5 small ${style.shows}`} aria-label="Documents shown">
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
      <Rows
        className={style.documents}
        columns={columnsOf(id, state)}
        rows={items}
        pages={{ label: 'documents', page, total, size: itemsPerPage }}
        empty={
          documents > 0
            ? { title: 'None of these', text: 'No document of this batch is one of these.' }
            : { title: 'No documents yet', text: 'They appear here once all files have been read.' }
        }
      />
    </AdminList>
  )
}

function filtersOf({ open, byHand, excluded, filed, opened }: BatchDetails): { filter: BatchFilter; label: string }[] {
  const all: { filter: BatchFilter; label: string; count?: number }[] = [
    { filter: 'all', label: 'All' },
    { filter: 'open', label: 'Unmatched', count: open },
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
