import { href, redirect } from 'react-router'
import type { Actor } from '../../../server/access/actor.ts'
import type { ServerContext } from '../context.ts'
import { signInAddress } from './next-page.ts'
import { errorResponse, refusalFor, requireDatabase } from './server-errors.ts'

/** The page where administrators and approvers with a session that requires a passkey use or add one. */
export const passkeyPage = `${href('/profile/proof')}?passkey`

/**
 * For loaders of the portal's pages.
 * @param url of the page, to return to after signing in
 * @returns the signed-in user
 * @throws answers: redirect to sign-in (302), profile not loaded in time or no database (503)
 */
export function requireActor(url: URL, server: ServerContext): Actor {
  requireDatabase(server)
  const { actor, signedIn } = server
  if (!actor) throw signedIn ? errorResponse(refusalFor('PROFILE_UNREADABLE'), 503) : redirect(signInAddress(url))
  return actor
}

/**
 * `requireActor` for pages that only administrators may see.
 * @throws also: not allowed (403), redirect to the page about passkeys if the session requires one (302)
 */
export function requireAdministrator(url: URL, server: ServerContext): Actor {
  const actor = requireActor(url, server)
  if (actor.passkeyNeeded) throw redirect(`${passkeyPage}&${new URLSearchParams({ next: url.pathname + url.search })}`)
  if (!actor.isAdmin) {
    void server.recordRefusal('FORBIDDEN')
    throw errorResponse(refusalFor('FORBIDDEN'), 403)
  }
  return actor
}
