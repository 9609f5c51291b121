import { href } from 'react-router'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import * as bulkDocumentCommands from '../../document.commands.ts'
import { DocumentPage } from './document-page.tsx'

/**
 * Loads a document of a batch with its possible recipients and everything served of it; the query has `q`, the search
 * for a holder.
 */
export const loader = loadOne(
  async ({ actor, operations }, id, query) => {
    const search = query.get('q')?.trim() ?? ''
    return { search, item: await operations.getBatchItem(actor, id, search) }
  },
  { param: 'item' },
)

/** POST: matches it by hand, leaves it out, or undoes that. */
export const action = commandActions([...Object.values(bulkDocumentCommands)], {
  about: { item: 'item' },
  redirectTo: ({ param }) => href('/profile/admin/bulk/:id/papers/:item', { id: param('id'), item: param('item') }),
})

/** A document of a batch: its pages and its recipient. */
export default showOne<typeof loader>(DocumentPage)
