import { redirect, useRevalidator } from 'react-router'
import { serverContext } from '../../../context.ts'
import { useSession } from '../../../session.tsx'
import { nextPage } from '../../next-page.ts'
import { ProofForm } from '../../proof/proof-form.tsx'
import { requireActor } from '../../require-actor.ts'
import { unwrapOrRespond } from '../../server-errors.ts'
import { SettingsSection } from '../../settings/settings-section.tsx'
import { AddPasskeyButton } from '../add-passkey-button.tsx'
import type { Route } from './+types/route'

/**
 * Loads what an administrator without their rights can do about it.
 * @throws answers: those of `requireActor`; redirect for anyone who has their rights (302)
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  if (!actor.passkeyNeeded) throw redirect(nextPage(url.searchParams.get('next')))
  const { operations } = server
  const [mayAdd, ways] = await unwrapOrRespond(
    Promise.all([operations.mayAddPasskey(actor), operations.getProofWays(actor, url.origin)]),
  )
  return { mayAdd, ways }
}

/** Leads an administrator to a passkey, where administrators need one (REQUIRE_ADMIN_PASSKEY); `next` leads on. */
export default function PasskeyRequired({ loaderData: { mayAdd, ways } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { refresh } = useSession()
  // The loader leads on as soon as the session has shown a passkey.
  const goOn = async () => {
    await refresh('USER_UPDATED')
    revalidate()
  }
  if (mayAdd)
    return (
      <SettingsSection
        title="Add a passkey"
        note="Administrators of this portal sign in with a passkey: your fingerprint, your face or your device’s PIN."
      >
        <p>
          You have an administrator’s rights again as soon as it’s added. Until then you have your own documents only.
        </p>
        <AddPasskeyButton primary onAdded={goOn} />
      </SettingsSection>
    )
  return (
    <SettingsSection
      title="Use your passkey"
      note="Administrators of this portal need their passkey. Until then you have your own documents only."
    >
      <ProofForm ways={ways} onProved={goOn} />
      <p>
        Lost it? Another administrator can press “Let them add a new passkey” at your name under Admin, People. If
        there’s no one else, the operator of the server can reset it.
      </p>
    </SettingsSection>
  )
}
