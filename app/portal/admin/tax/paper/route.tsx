import { href } from 'react-router'
import { markMailedCommand } from '../../../../../rules/tax/run.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { loadList, showList } from '../../../list-page.tsx'
import { PaperQueuePage } from './paper-queue-page.tsx'

/** Loads the copies that are to be mailed. */
export const loader = loadList({
  read: async ({ actor, operations }) => ({ copies: await operations.getPaperQueue(actor) }),
  none: { copies: [] },
  failed: 'LOAD_TAX_FAILED',
})

/** POST: records that copies were mailed. */
export const action = commandActions([markMailedCommand], { redirectTo: () => href('/profile/admin/tax/paper') })

/** Tax forms that go out on paper. */
export default showList<typeof loader>(PaperQueuePage)
