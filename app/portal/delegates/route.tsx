import { href } from 'react-router'
import { notices } from '../../../rules/notices.ts'
import { defineActions } from '../../actions/define-actions.ts'
import { text, texts, wholeForm } from '../../actions/fields.ts'
import { signedIn } from '../../actions/guards.ts'
import { serverContext } from '../../context.ts'
import { LastLoaded } from '../last-loaded.tsx'
import { requireActor } from '../require-actor.ts'
import { unwrapOrRespond } from '../server-errors.ts'
import type { Route } from './+types/route'
import { DelegatesPage } from './delegates-page.tsx'
import { type DelegateAnswer, kindIn } from './invitation.ts'

export { PortalErrorBoundary as ErrorBoundary } from '../error-page.tsx'

/**
 * Loads who has access to what the reader's holders share.
 * @param url with `for`, as what somebody is invited; an accountant without it
 * @throws answers: those of `requireActor`; 404 for people who act for no holder
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const delegates = await unwrapOrRespond(server.operations.getOwnDelegates(actor, server.account))
  return { ...delegates, kind: kindIn(url.searchParams) }
}

/** POST: invites somebody, or ends what somebody sees. */
export const action = defineActions<DelegateAnswer>()({
  guard: signedIn,
  refused: ({ form }, { error }) => ({
    ...(error && { error }),
    typed: wholeForm(form),
    categories: texts(form, 'categories'),
  }),
  keepsPageOnFault: true,
  redirectTo: () => href('/profile/delegates'),
  otherwise: 'DELEGATE_FAILED',
  intents: {
    invite: {
      fields: { holder: text, email: text, kind: text, categories: texts, figures: text, download: text, until: text },
      run: ({ actor, operations, url, fields: { holder, figures, download, ...fields } }) =>
        operations.inviteDelegate(actor, url.origin, {
          ...fields,
          holderId: holder,
          figures: figures === 'yes',
          download: download === 'yes',
        }),
      notice: notices.delegateInvited,
    },
    revoke: {
      fields: { grant: text },
      run: ({ actor, operations, fields }) => operations.revokeGrant(actor, fields.grant),
      notice: notices.delegateRevoked,
    },
  },
})

/** Who has access to the documents of the reader's holders. */
export default function DelegatesRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <DelegatesPage {...shown} answered={actionData} />}</LastLoaded>
}
