import { href } from 'react-router'
import { countOf, grouped } from '../../../../rules/number.ts'
import style from '../../../runs/office/runs.module.css'
import { ShownLinks } from '../../../runs/office/shown-links.tsx'
import { AdminList, Rows } from '../../../shell/office/admin-list.tsx'
import { useNotice } from '../../../shell/ui/notice.tsx'
import { itemsPerPage } from '../../limits.ts'
import type { BatchDetails, BatchItemRow } from '../../server/batch.ts'
import type { BatchFilter } from '../../words.ts'
import { BatchFiles } from './batch-files.tsx'
import { BatchState } from './batch-state.tsx'
import { columnsOf } from './items-table.tsx'

type Props = { batch: BatchDetails; items: BatchItemRow[]; total: number; page: number; show: BatchFilter }

/** A batch: its state and next step, then its documents with their recipients. */
export function BatchPage({ batch, items, total, page, show }: Props) {
  const notice = useNotice()
  const { id, title, state, documents } = batch
  const at = href('/profile/admin/bulk/:id', { id })
  return (
    <AdminList
      up={{ to: href('/profile/admin/bulk'), label: 'All batches' }}
      title={title}
      count={documents > 0 && countOf(documents, 'document')}
      at={at}
      query={show === 'all' ? {} : { show }}
      notice={notice}
    >
      <BatchState batch={batch} onNotice={notice.say} />
      <BatchFiles files={batch.files} />
      {documents > 0 && <ShownLinks at={at} show={show} parts={partsOf(batch)} />}
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

function partsOf({ open, byHand, excluded, filed, opened }: BatchDetails): Record<string, string> {
  const counts: [BatchFilter, string, number][] = [
    ['open', 'Unmatched', open],
    ['byHand', 'Matched by hand', byHand],
    ['excluded', 'Left out', excluded],
    ['unopened', 'Never opened', filed - opened],
  ]
  const shown = counts.filter(([, , count]) => count !== 0)
  return {
    all: 'All',
    ...Object.fromEntries(shown.map(([part, label, count]) => [part, `${label} (${grouped(count)})`])),
  }
}
