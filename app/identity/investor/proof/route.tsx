import { useState } from 'react'
import { data, href, Link, redirect, useNavigate, useSearchParams } from 'react-router'
import { SettingsSection } from '../../../settings/investor/settings-section.tsx'
import { readForm, text } from '../../../shell/actions/fields.ts'
import { serverContext } from '../../../shell/context.ts'
import { nextPage } from '../../../shell/portal/next-page.ts'
import { requireActor } from '../../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../../shell/portal/server-errors.ts'
import { type PasskeyFormAnswer, action as proveOrRefuse } from '../passkeys/passkey-actions.ts'
import { PasskeyRequired } from '../passkeys/passkey-required.tsx'
import type { Route } from './+types/route'
import { type HeldForm, heldField, holdForm, readHeldForm } from './held-form.ts'
import { ProofForm } from './proof-form.tsx'
import { SendHeld } from './send-held.tsx'

type Answer = PasskeyFormAnswer & {
  held?: HeldForm | undefined
  isProved?: boolean
}

/**
 * POST: proof, without scripts. With `to`, the address of a form that needed proof first: either the form itself,
 * resubmitted by the browser, or proof with that form in the field `held`.
 */
export async function action(requested: Route.ActionArgs) {
  if (!requested.url.searchParams.has('to')) return proveOrRefuse(requested)
  const form = await readForm(requested.request.clone())
  const written = text(form, heldField)
  if (!written) return data<Answer>({ held: holdForm(form) })
  const held = readHeldForm(written)
  const answer = await proveOrRefuse(requested)
  // Accepted proof would otherwise redirect.
  if (answer instanceof Response) return data<Answer>({ held, isProved: true })
  return data<Answer>({ ...answer.data, held }, answer.init ?? undefined)
}

/**
 * Loads the reader's ways to prove that it's them.
 * @param url with `next`, the page to continue to; with `passkey`, for an approver whose session requires one
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
 * Asks the reader to confirm that it's them: before something sensitive, for browsers without scripts and links to a
 * download, and before an administrator or approver gets their rights. Continues to `next`.
 */
export default function ProofPage({ loaderData: { ways, asksForPasskey, mayAdd }, actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [isProved, setIsProved] = useState(false)
  const next = nextPage(query.get('next'))
  const { held, ...answered } = (actionData ?? {}) as Answer
  if (asksForPasskey) return <PasskeyRequired ways={ways} mayAdd={mayAdd} answered={answered} />
  const goOn = () => {
    if (held) return setIsProved(true)
    if (!isFile(next)) return navigate(next, { replace: true })
    setIsProved(true)
    location.replace(next)
  }
  if (held && (isProved || answered.isProved))
    return (
      <SettingsSection title="Thank you" note="Nothing you entered is lost. Continue to send it.">
        <SendHeld form={held} to={nextPage(query.get('to'))} />
      </SettingsSection>
    )
  // A download leaves this page open.
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
      note={`What you’re about to do needs a moment’s confirmation. ${held ? 'Nothing you entered is lost.' : 'Afterward you’re back where you were.'}`}
    >
      <ProofForm ways={ways} answered={answered} held={held && JSON.stringify(held)} onProved={goOn} />
    </SettingsSection>
  )
}

/** @returns whether a path is a file's, which only the window itself can open */
function isFile(path: string): boolean {
  return path.startsWith('/files/') || path.startsWith('/profile/tax/notice/')
}
