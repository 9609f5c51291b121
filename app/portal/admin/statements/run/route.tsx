import { href, redirect } from 'react-router'
import {
  correctStatementCommand,
  prepareAgainCommand,
  requestReleaseCommand,
  requestRunForCommand,
} from '../../../../../rules/statements.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { pageNumber } from '../../../list-place.ts'
import { loadOne, showOne } from '../../../one-page.tsx'
import { RunPage } from './run-page.tsx'

/** Loads a run with a page of its statements; the query has `page`, from 1. */
export const loader = loadOne(async ({ actor, operations }, id, query) => {
  const page = pageNumber(query)
  return { page, ...(await operations.getStatementRun(actor, id, page - 1)) }
})

const at = (id: string) => href('/profile/admin/statements/:id', { id })
const toNewRun = (id: string) => redirect(at(id))

/** POST: asks for the release, prepares the run again, or one holder's document alone, or corrects a statement. */
export const action = commandActions(
  [requestReleaseCommand, prepareAgainCommand, requestRunForCommand, correctStatementCommand],
  {
    about: { run: 'id' },
    redirectTo: ({ param }) => at(param('id')),
    after: { [requestRunForCommand.name]: toNewRun, [correctStatementCommand.name]: toNewRun },
  },
)

/** A run of statements. Each has its own dialogs: the one that begins a correction leads to another run. */
export default showOne<typeof loader>(RunPage)
