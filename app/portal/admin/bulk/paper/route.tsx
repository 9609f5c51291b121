import { href } from 'react-router'
import * as paperCommands from '../../../../../rules/bulk-papers/paper.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { loadOne, showOne } from '../../../one-page.tsx'
import { PaperPage } from './paper-page.tsx'

/** Loads a document of a batch with who may get it, and what was served of it; the query has `q`, a holder who is searched for. */
export const loader = loadOne(
  async ({ actor, operations }, id, query) => {
    const search = query.get('q')?.trim() ?? ''
    return { search, paper: await operations.getPaper(actor, id, search) }
  },
  { param: 'paper' },
)

/** POST: matches it by hand, leaves it out, or undoes that. */
export const action = commandActions([...Object.values(paperCommands)], {
  about: { paper: 'paper' },
  redirectTo: ({ param }) => href('/profile/admin/bulk/:id/papers/:paper', { id: param('id'), paper: param('paper') }),
})

/** A document of a batch: its pages, and whose it is. */
export default showOne<typeof loader>(PaperPage)
