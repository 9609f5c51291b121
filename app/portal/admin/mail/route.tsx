import { href } from 'react-router'
import {
  dismissAllMailCommand,
  dismissMailCommand,
  sendMailAgainCommand,
} from '../../../../rules/failed-mail.commands.ts'
import { commandActions } from '../../../commands/command-actions.ts'
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
export const action = commandActions([sendMailAgainCommand, dismissMailCommand, dismissAllMailCommand], {
  redirectTo: () => href('/profile/admin/mail'),
  saysOnErrorPage: true,
})

/** E-mail that could not be delivered. */
export default showList<typeof loader>(FailedMailPage)
