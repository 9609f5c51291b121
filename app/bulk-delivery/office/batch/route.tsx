import { href, redirect } from 'react-router'
import { countOf, grouped } from '../../../../rules/number.ts'
import runs from '../../../runs/office/runs.module.css'
import { ShownLinks } from '../../../runs/office/shown-links.tsx'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { AdminList, Rows } from '../../../shell/office/admin-list.tsx'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import { useNotice } from '../../../shell/ui/notice.tsx'
import * as batchCommands from '../../batch.commands.ts'
import { itemsPerPage } from '../../limits.ts'
import type { BatchDetails, BatchFile, BatchItemRow } from '../../server/batch.ts'
import { type BatchFilter, batchFilters, fileProblems } from '../../words.ts'
import style from '../bulk.module.css'
import { BatchState } from './batch-state.tsx'
import { columnsOf } from './items-table.tsx'

/** Loads a bulk delivery with a page of its documents; the query has `page`, from 1, and `show` for some of them. */
export const loader = loadOne(async ({ actor, operations }, id, query) => {
  const page = pageNumber(query)
  const show = batchFilters.find(each => each === query.get('show')) ?? 'all'
  return { page, show, ...(await operations.getBatch(actor, id, { page: page - 1, show })) }
})

/** POST: what happens to a batch as a whole. */
export const action = commandActions([...Object.values(batchCommands)], {
  about: { batch: 'id' },
  redirectTo: ({ param }) => href('/profile/admin/bulk/:id', { id: param('id') }),
  after: { [batchCommands.discardBatchCommand.name]: () => redirect(href('/profile/admin/bulk')) },
})

/** A bulk delivery: how it is divided, the recipient of each document, and their states. */
export default showOne<typeof loader>(BatchPage)

type Props = { batch: BatchDetails; items: BatchItemRow[]; total: number; page: number; show: BatchFilter }

/** A batch: its state and next step, then its documents with their recipients. */
function BatchPage({ batch, items, total, page, show }: Props) {
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
        className={runs.documents}
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

/** Files that can't be delivered, or not all of them, by name. */
function BatchFiles({ files }: { files: readonly BatchFile[] }) {
  const wrong = files.filter(({ problem }) => problem)
  if (wrong.length === 0) return null
  return (
    <section aria-labelledby="wrong-files" className={`stack start narrow gap-3 ${style.part}`}>
      <h2 id="wrong-files">{countOf(wrong.length, 'file')} with a problem</h2>
      <ul className="stack gap-2 full plain-list small">
        {wrong.map(({ n, filename, problem }) => (
          <li key={n}>
            <strong>{filename}</strong>: {problem && fileProblems[problem]}
          </li>
        ))}
      </ul>
    </section>
  )
}
