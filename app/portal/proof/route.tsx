import { useNavigate, useSearchParams } from 'react-router'
import { serverContext } from '../../context.ts'
import { nextPage } from '../next-page.ts'
import { requireActor } from '../require-actor.ts'
import { unwrapOrRespond } from '../server-errors.ts'
import { SettingsSection } from '../settings/settings-section.tsx'
import type { Route } from './+types/route'
import { ProofForm } from './proof-form.tsx'

export { clientAction } from '../../actions/client-action.ts'
export { action } from './proof-actions.ts'

/** Loads how the reader can prove that it's them. @throws answers: those of `requireActor` */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  return { ways: await unwrapOrRespond(server.operations.getProofWays(actor, url.origin)) }
}

/** Where a browser without scripts, or a link to a download, is led before it gets what needs fresh proof; `next` leads back. */
export default function ProofPage({ loaderData, actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  return (
    <SettingsSection
      title="Confirm that it’s you"
      note="You signed in a while ago, and what you’re about to do needs a moment’s confirmation. Afterward you’re back where you were."
    >
      <ProofForm
        ways={loaderData.ways}
        answered={actionData}
        onProved={() => navigate(nextPage(query.get('next')), { replace: true })}
      />
    </SettingsSection>
  )
}
