import { useState } from 'react'
import { href, Link, redirect, useNavigate, useSearchParams } from 'react-router'
import { serverContext } from '../../context.ts'
import { nextPage } from '../next-page.ts'
import { PasskeyRequired } from '../passkeys/passkey-required.tsx'
import { requireActor } from '../require-actor.ts'
import { unwrapOrRespond } from '../server-errors.ts'
import { SettingsSection } from '../settings/settings-section.tsx'
import type { Route } from './+types/route'
import { ProofForm } from './proof-form.tsx'

export { action } from '../passkeys/passkey-actions.ts'

/**
 * Loads how the reader can prove that it's them.
 * @param url with `next`, where to go then; with `passkey`, for a decider whose session must show one
 * @throws answers: those of `requireActor`; redirect for anyone whose session needs no passkey (302)
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const asksForPasskey = url.searchParams.has('passkey')
  if (asksForPasskey && !actor.passkeyNeeded) throw redirect(nextPage(url.searchParams.get('next')))
  const { operations } = server
  const [ways, mayAdd] = await unwrapOrRespond(
    Promise.all([operations.getProofWays(actor, url.origin), asksForPasskey && operations.mayAddPasskey(actor)]),
  )
  return { ways, asksForPasskey, mayAdd }
}

/**
 * Asks the reader to confirm that it's them: before something sensitive, where a browser without scripts or a link to a
 * download is led here, and before an administrator or approver has their rights. Leads back to `next`.
 */
export default function ProofPage({ loaderData: { ways, asksForPasskey, mayAdd }, actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [isProved, setIsProved] = useState(false)
  const next = nextPage(query.get('next'))
  if (asksForPasskey) return <PasskeyRequired ways={ways} mayAdd={mayAdd} answered={actionData} />
  const goOn = () => {
    if (!isFile(next)) return navigate(next, { replace: true })
    setIsProved(true)
    location.replace(next)
  }
  // One that is saved leaves this page where it is.
  if (isProved)
    return (
      <SettingsSection title="Thank you" note="Your file opens now.">
        <p>
          <a href={next}>Open the file</a> · <Link to={href('/profile')}>Back to your documents</Link>
        </p>
      </SettingsSection>
    )
  return (
    <SettingsSection
      title="Confirm that it’s you"
      note="What you’re about to do needs a moment’s confirmation. Afterward you’re back where you were."
    >
      <ProofForm ways={ways} answered={actionData} onProved={goOn} />
    </SettingsSection>
  )
}

/** @returns whether a path is a file's, which only the window itself can open */
function isFile(path: string): boolean {
  return path.startsWith('/files/') || path.startsWith('/profile/tax/notice/')
}
