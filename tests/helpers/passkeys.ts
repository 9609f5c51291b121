import { addPasskey, startAddingPasskey } from '../../app/identity/server/passkeys/add-passkey.ts'
import { signInWithPasskey, startPasskeySignIn } from '../../app/identity/server/passkeys/passkey-sign-in.ts'
import type { Actor } from '../../server/access/actor.ts'
import type { Client } from '../../server/access/client.ts'
import { newAuthenticator } from './authenticator.ts'
import { type AtBrowser, atBrowser } from './email-change.ts'
import type { SharedPortal } from './shared-portal.ts'

/** Signs a person in at another browser. @returns the actor of that session, and its cookie */
export async function inSession(portal: SharedPortal, person: Actor): Promise<{ actor: Actor; cookie: string }> {
  const { client, cookie, sessionId } = await atBrowser(portal, person)
  return { actor: { ...person, sessionId, from: client }, cookie }
}

/** Adds a passkey for a signed-in person. */
export async function withPasskey(portal: SharedPortal, actor: Actor, options: { counts?: boolean } = {}) {
  const authenticator = newAuthenticator({ origin: portal.url, ...options })
  await addPasskey(actor, portal.url, authenticator.create(await startAddingPasskey(actor, portal.url)))
  return authenticator
}

/** Signs a person in at another browser, where they add a passkey, which counts as used. */
export async function atOwnPasskey(portal: SharedPortal, person: Actor): Promise<AtBrowser> {
  const at = await atBrowser(portal, person)
  await withPasskey(portal, { ...person, sessionId: at.sessionId, from: at.client })
  return at
}

/** Signs in with a passkey. @returns the Cookie header of the new session */
export async function signInBy(
  portal: SharedPortal,
  authenticator: ReturnType<typeof newAuthenticator>,
  userId: string,
  client: Client,
): Promise<string> {
  const { options, cookie } = await startPasskeySignIn(client, portal.url)
  const asking = { ...client, cookie: cookieHeader([cookie]) }
  return cookieHeader(await signInWithPasskey(asking, portal.url, authenticator.sign(options, userId)))
}

/** @returns the Cookie header that a browser sends after these Set-Cookie headers */
export function cookieHeader(set: string[]): string {
  return set.map(line => line.split(';')[0]).join('; ')
}

/** Moves a session's sign-in and proof into the past. */
export async function makeStale(portal: SharedPortal, { sessionId }: Actor): Promise<void> {
  await portal.owner.query("update auth.sessions set created_at = now() - interval '11 minutes' where id = $1", [
    sessionId,
  ])
  await portal.owner.query(
    "update auth.session_proofs set proved_at = now() - interval '11 minutes' where session_id = $1 and proved_at is not null",
    [sessionId],
  )
}
