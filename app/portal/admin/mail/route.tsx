import { href } from 'react-router'
import { notices } from '../../../../rules/notices.ts'
import { defineActions } from '../../../actions/define-actions.ts'
import { text } from '../../../actions/fields.ts'
import { administrator } from '../../../actions/guards.ts'
import { loadList, showList } from '../../list-page.tsx'
import { pageNumber } from '../../list-place.ts'
import { FailedMailPage } from './failed-mail-page.tsx'

/** Loads one page of e-mail that could not be delivered; the query has `page`, from 1. */
export const loader = loadList({
  view: query => ({ page: pageNumber(query) }),
  read: ({ actor, operations }, { page }) => operations.getMailFailures(actor, { page: page - 1 }),
  none: { failures: [], total: 0 },
  failed: 'LOAD_MAIL_FAILURES_FAILED',
})

/** POST: sends one failed e-mail again; takes one off the list, or all of them. */
export const action = defineActions()({
  guard: administrator,
  redirectTo: () => href('/profile/admin/mail'),
  otherwise: 'DISMISS_FAILED',
  intents: {
    'send-again': {
      fields: { id: text },
      run: ({ actor, operations, fields }) => operations.sendFailedMailAgain(actor, fields.id),
      notice: notices.mailSentAgain,
      otherwise: 'SEND_AGAIN_FAILED',
    },
    dismiss: {
      fields: { id: text },
      run: ({ actor, operations, fields }) => operations.dismissMailFailures(actor, fields.id),
      notice: notices.failureDismissed,
    },
    'dismiss-all': {
      run: ({ actor, operations }) => operations.dismissMailFailures(actor),
      notice: notices.failureDismissed,
    },
  },
})

/** E-mail that could not be delivered. */
export default showList<typeof loader>(FailedMailPage)
