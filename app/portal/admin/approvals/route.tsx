import { data, href, redirect } from 'react-router'
import { notices } from '../../../../rules/notices.ts'
import { defineActions } from '../../../actions/define-actions.ts'
import { text } from '../../../actions/fields.ts'
import { signedIn } from '../../../actions/guards.ts'
import { serverContext } from '../../../context.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { passkeyPage, requireActor } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import { useLiveUpdates } from '../../use-live-updates.ts'
import { useMe } from '../../use-me.ts'
import { AdminNav } from '../admin-nav.tsx'
import type { Route } from './+types/route'
import { ApprovalsPage } from './approvals-page.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../viewer-revalidation.ts'

/**
 * Loads what waits for a second person, and what was decided last. For administrators and approvers.
 * @throws answers: those of `requireActor`; redirect to the page about passkeys (302); not allowed (403)
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  if (actor.passkeyNeeded) throw redirect(`${passkeyPage}&${new URLSearchParams({ next: url.pathname })}`)
  const { operations } = server
  const { value, loadError } = await resultOrError(operations.getApprovals(actor), 'LOAD_APPROVALS_FAILED')
  const work = actor.isAdmin ? await operations.getPendingWork(actor).catch(() => undefined) : undefined
  const loaded = { waiting: value?.waiting ?? [], decided: value?.decided ?? [], work, loadError }
  return data(loaded, { status: loadError ? 500 : 200 })
}

/** POST: approves, rejects or withdraws what was asked for. */
export const action = defineActions()({
  guard: signedIn,
  redirectTo: () => href('/profile/admin/approvals'),
  otherwise: 'APPROVAL_FAILED',
  intents: {
    approve: {
      fields: { id: text },
      run: ({ actor, operations, fields }) => operations.decideApproval(actor, fields.id, 'approved'),
      notice: notices.approved,
    },
    reject: {
      fields: { id: text, reason: text },
      run: ({ actor, operations, fields }) => operations.decideApproval(actor, fields.id, 'rejected', fields.reason),
      notice: notices.rejected,
    },
    withdraw: {
      fields: { id: text },
      run: ({ actor, operations, fields }) => operations.withdrawApproval(actor, fields.id),
      notice: notices.withdrawn,
    },
  },
})

/** What needs two people. */
export default function ApprovalsRoute({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  useLiveUpdates(me.isAdmin ? 'all' : me.id)
  return (
    <LastLoaded loaded={loaderData}>
      {({ work, ...shown }) => (
        <>
          {me.isAdmin && <AdminNav waiting={work} />}
          <ApprovalsPage {...shown} />
        </>
      )}
    </LastLoaded>
  )
}
