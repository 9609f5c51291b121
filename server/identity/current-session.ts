import { sessionLifetime } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import type { Client } from '../access/client.ts'
import { recordSecurityEvent } from '../access/security-events.ts'
import { authDatabase } from '../database/connection.ts'
import { offerReading } from '../database/read-as.ts'
import { isReadOnly } from '../database/watch-site-state.ts'
import { PortalError } from '../platform/portal-error.ts'
import { authHeaders, sessionToken, signInLibrary } from './better-auth.ts'
import { cookiePrefix } from './cookie-prefix.ts'
import { findSession } from './find-session.ts'
import { findProof } from './fresh-proof.ts'
import { actorOf, isAccessClosed, loadProfile, type UserProfile } from './load-profile.ts'
import { holdBackAdministrator, isAdminPasskeyRequired } from './passkeys/required-passkey.ts'

/** A valid session, and the person it belongs to. */
export interface SignedIn {
  session: { id: string; expiresAt: Date }
  userId: string
  /** Undefined where the profile could not be read in time (specification section 8). */
  profile: UserProfile | undefined
  actor: Actor | undefined
  /** Set-Cookie headers for the response, where the session was renewed. */
  cookies: string[]
}

/**
 * Reads the session of a request and the profile of its person.
 * @param renew whether using a session extends it
 * @param readsMore whether the request is likely to read as this person right away; it then shares the transaction
 * @returns undefined where there is no session, or it has ended
 * @throws PortalError AWAY where the database cannot be reached
 */
export async function readSession(client: Client, renew = true, readsMore = false): Promise<SignedIn | undefined> {
  // Extending it would fail while the site is read-only; until then it stays as it is.
  const renews = renew && !isReadOnly()
  const token = sessionToken(client.cookie)
  const found = token === undefined ? 'none' : await findSession(token, readsMore)
  if (found === 'none') return undefined
  if (found === 'late') return readByLibrary(client, renews, async () => undefined)
  if (found === 'incomplete' || found === 'failed') return readByLibrary(client, renews, loadProfile)
  const { reading, profile } = found
  if (renews && found.isRenewalDue) {
    reading?.end()
    return readByLibrary(client, renews, async () => profile)
  }
  const signedIn = signedInAs(client, found, profile, found.hasShownPasskey)
  if (reading && signedIn.actor) offerReading(signedIn.actor, reading)
  return signedIn
}

/** Has Better Auth read the session, which extends it where that is due, and removes one that has expired. */
async function readByLibrary(
  client: Client,
  renew: boolean,
  findProfile: typeof loadProfile,
): Promise<SignedIn | undefined> {
  const { response, headers } = await signInLibrary()
    .api.getSession({ headers: authHeaders(client), query: { disableRefresh: !renew }, returnHeaders: true })
    .catch(noSessionOrThrow)
  if (!response) return undefined
  const { id, userId, expiresAt } = response.session
  const profile = await findProfile(userId).catch(error => {
    if (isAccessClosed(error)) return 'closed' as const
    throw error
  })
  // Closing someone's access ends their sessions; this one was read just before.
  if (profile === 'closed') return undefined
  const proof = profile?.is_admin && isAdminPasskeyRequired() ? await findProof(id) : undefined
  const session = { id, userId, expiresAt: new Date(expiresAt) }
  const renewed = headers.getSetCookie()
  const cookies = renewed.length ? [...renewed, signedInHint(true)] : []
  return { ...signedInAs(client, session, profile, Boolean(proof?.passkey_at)), cookies }
}

function signedInAs(
  { ip, userAgent }: Client,
  { id, userId, expiresAt }: { id: string; userId: string; expiresAt: Date },
  profile: UserProfile | undefined,
  hasShownPasskey: boolean,
): SignedIn {
  const person = profile && { ...actorOf(profile), sessionId: id, from: { ip, userAgent } }
  const actor = person && (hasShownPasskey ? person : holdBackAdministrator(person))
  const seen = profile && actor && { ...profile, is_admin: actor.isAdmin }
  return { session: { id, expiresAt }, userId, profile: seen, actor, cookies: [] }
}

/** Better Auth does nothing here but read the database, and hides why that failed: a 500 means it could not. */
function noSessionOrThrow(error: unknown): { response: null; headers: Headers } {
  const { statusCode } = error as { statusCode?: number }
  // Another request ended the session between the read and the renewal; or it has expired, and can't be removed now.
  if (statusCode === 401 || (statusCode === 500 && isReadOnly())) return { response: null, headers: new Headers() }
  throw statusCode === 500 ? new PortalError('AWAY', { cause: error, retryAfter: 2 }) : error
}

/**
 * Ends this browser's session (`local`) or every session of the person (`global`), on the server and immediately.
 * @returns the Set-Cookie headers that clear the cookies, also where there was no session; and how many sessions ended
 */
export async function signOut(
  client: Client,
  scope: 'local' | 'global',
): Promise<{ cookies: string[]; ended: number }> {
  const { api } = signInLibrary()
  const signedIn = await readSession(client, false).catch(error => {
    // This browser can forget its session even while the database is away.
    if (scope === 'global') throw error
    return undefined
  })
  let ended = signedIn ? 1 : 0
  if (scope === 'global' && signedIn) {
    const open = await authDatabase()
      .deleteFrom('auth.sessions')
      .where('user_id', '=', signedIn.userId)
      .returning('expires_at')
      .execute()
    ended = open.filter(({ expires_at }) => expires_at > new Date()).length
  }
  const { headers } = await api.signOut({ headers: authHeaders(client), returnHeaders: true })
  if (signedIn) {
    const { userId: id, session } = signedIn
    const action = scope === 'global' ? 'session.signed_out_everywhere' : 'session.signed_out'
    await recordSecurityEvent({ action, client, actorId: id, sessionId: session.id, subjectId: id })
  }
  return { cookies: [...headers.getSetCookie(), signedInHint(false)], ended }
}

/**
 * Ends the session that a browser still had when it signed in again, so that none stays alive unseen.
 * @param cookies Set-Cookie headers of its new session
 */
export async function endReplacedSession(client: Client, cookies: string[]): Promise<void> {
  if (sessionToken(client.cookie) === undefined) return
  const { api } = signInLibrary()
  const query = { disableRefresh: true }
  const replaced = await api.getSession({ headers: authHeaders(client), query })
  if (!replaced || cookies.some(cookie => cookie.includes(encodeURIComponent(replaced.session.token)))) return
  await authDatabase().deleteFrom('auth.sessions').where('id', '=', replaced.session.id).execute()
}

/** Tells the page's script, and nothing else, that asking for a session is worth it. */
const hintCookie = 'promissory_signed_in'

/** @returns the Set-Cookie header of the hint, or the one that clears it */
export function signedInHint(present: boolean): string {
  const { config } = signInLibrary()
  const secure = config.secure ? '; Secure' : ''
  const age = present ? sessionLifetime / 1000 : 0
  return `${cookiePrefix(config)}${hintCookie}=${present ? '1' : ''}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
}
