import { href, redirect } from 'react-router'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import * as batchCommands from '../../batch.commands.ts'
import { batchFilters } from '../../words.ts'
import { BatchPage } from './batch-page.tsx'

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
