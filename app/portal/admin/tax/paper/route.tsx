import { href } from 'react-router'
import { taxNotices as notices } from '../../../../../rules/tax/notices.ts'
import { defineActions } from '../../../../actions/define-actions.ts'
import { texts } from '../../../../actions/fields.ts'
import { administrator } from '../../../../actions/guards.ts'
import { loadList, showList } from '../../../list-page.tsx'
import { PaperQueuePage } from './paper-queue-page.tsx'

/** Loads the copies that are to be mailed. */
export const loader = loadList({
  read: async ({ actor, operations }) => ({ copies: await operations.getPaperQueue(actor) }),
  none: { copies: [] },
  failed: 'LOAD_TAX_FAILED',
})

/** POST: records that copies were mailed. */
export const action = defineActions()({
  guard: administrator,
  redirectTo: () => href('/profile/admin/tax/paper'),
  otherwise: 'TAX_FAILED',
  intents: {
    mailed: {
      fields: { copy: texts },
      run: async ({ actor, operations, fields }) => {
        await operations.markCopiesMailed(actor, fields.copy)
      },
      notice: notices.copiesMailed,
    },
  },
})

/** Tax forms that go out on paper. */
export default showList<typeof loader>(PaperQueuePage)
