import { data } from 'react-router'
import { notices } from '../../../../rules/notices.ts'
import { defineActions } from '../../../actions/define-actions.ts'
import { text } from '../../../actions/fields.ts'
import { administrator } from '../../../actions/guards.ts'
import { serverContext } from '../../../context.ts'
import { adminPages } from '../../addresses.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireAdministrator } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import { pageNumber } from '../page-number.ts'
import type { Route } from './+types/route'
import { FailedMailPage } from './failed-mail-page.tsx'

/** Loads one page of e-mail that could not be delivered; the query has `page`, from 1. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const page = pageNumber(url.searchParams)
  const reading = server.operations.getMailFailures(actor, { page: page - 1 })
  const { value, loadError } = await resultOrError(reading, 'LOAD_MAIL_FAILURES_FAILED')
  const shown = { page, failures: value?.failures ?? [], total: value?.total ?? 0, loadError }
  return data(shown, { status: loadError ? 500 : 200 })
}

/** POST: sends one failed e-mail again; takes one off the list, or all of them. */
export const action = defineActions()({
  guard: administrator,
  redirectTo: () => adminPages.mail,
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
export default function FailedMailRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <FailedMailPage {...shown} />}</LastLoaded>
}
