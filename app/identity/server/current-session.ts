import { sql } from 'kysely'
import { profileTimeout, sessionLifetime, sessionRenewal } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { Client } from '../../../server/access/client.ts'
import { recordSecurityEvent } from '../../../server/access/security-events.ts'
import { authDatabase } from '../../../server/database/connection.ts'
import { isAway, translateError } from '../../../server/database/errors.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { RequestReads } from '../../../server/database/read-as.ts'
import { beginReading } from '../../../server/database/reading-connection.ts'
import { log } from '../../../server/platform/log.ts'
import { actorOf, isAccessClosed, loadProfile, type UserProfile } from './load-profile.ts'
import { withoutApprovalRight } from './passkeys/required-passkey.ts'
import { sessionCookies, sessionToken, tokenHash } from './session-cookie.ts'

/** A valid session with its person. */
export interface SignedIn {
  /** Undefined, like profile and actor, if the profile could not be read in time (specification section 8). */
  session: { id: string; expiresAt: Date } | undefined
  /** With whether they are a member of a holder. */
  profile: (UserProfile & { is_member: boolean }) | undefined
  actor: Actor | undefined
  /** The request's reads as that person. */
  reads: RequestReads | undefined
  /** Set-Cookie headers for the response, if the session was renewed. */
  cookies: string[]
}

const unreadable: SignedIn = { session: undefined, profile: undefined, actor: undefined, reads: undefined, cookies: [] }

/** Result of `app.find_session`. */
type Row = UserProfile & {
  session_id: string
  user_id: string
  expires_at: Date
  passkey_at: Date | null
  is_closed: boolean | null
  is_member: boolean
  is_guest: boolean
  profile_id: string | null
}

const sessionWith = prepared('find_session', (_, hash: string) => sql<Row>`select * from app.find_session(${hash})`)

/**
 * Reads a request's session and its person's profile, in one exchange with the database.
 * @param renew whether using a session extends it
 * @param readsMore whether the request then reads as this person: in the same transaction, which it ends
 * (`RequestReads`)
 * @returns undefined without a session, or with an expired one
 * @throws PortalError AWAY if the database is unreachable
 */
export async function readSession(client: Client, renew = true, readsMore = false): Promise<SignedIn | undefined> {
  const token = sessionToken(client)
  if (token === undefined) return undefined
  const found = await inTime(onConnected => beginReading(sessionWith(tokenHash(token)), readsMore, onConnected))
  if (!found) return unreadable
  const [row] = found.rows
  const renews = renew && row !== undefined && isRenewalDue(row)
  const isOpen = row && !row.is_closed && row.expires_at > new Date()
  const reading = isOpen && row.profile_id && !renews ? found.reading : undefined
  if (!reading) found.reading?.end()
  if (!isOpen) return undefined
  const expiresAt = renews ? await extend(row.session_id) : row.expires_at
  const profile = row.profile_id ? profileOf(row) : await createProfile(row.user_id)
  // It has ended since, or the person was disabled.
  if (!expiresAt || profile === 'closed') return undefined
  if (!profile) return unreadable
  const session = { id: row.session_id, expiresAt }
  const from = { ip: client.ip, userAgent: client.userAgent }
  const person = { ...actorOf(profile), isMember: row.is_member, isGuest: row.is_guest, sessionId: session.id, from }
  const actor = row.passkey_at ? person : withoutApprovalRight(person)
  const reads = new RequestReads(actor, reading)
  const cookies = renews ? sessionCookies(token) : []
  return { session, profile: { ...profile, is_admin: actor.isAdmin, is_member: row.is_member }, actor, reads, cookies }
}

type Found = Awaited<ReturnType<typeof beginReading<Row>>>

/**
 * @returns undefined if reading fails or takes longer than five seconds. Without a connection it waits longer, until
 * the database is known to be unreachable
 */
async function inTime(findSession: (onConnected: () => void) => Promise<Found>): Promise<Found | undefined> {
  let timer: NodeJS.Timeout | undefined
  try {
    const { promise: timeout, resolve } = Promise.withResolvers<undefined>()
    const search = findSession(() => {
      timer ??= setTimeout(resolve, profileTimeout, undefined)
    })
    const found = await Promise.race([search, timeout])
    if (!found) search.then(({ reading }) => reading?.end()).catch(() => {})
    return found
  } catch (error) {
    if (isAway(error)) throw translateError(error)
    log.error('a session could not be read', error)
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

function isRenewalDue({ expires_at }: Row): boolean {
  return expires_at.getTime() - sessionLifetime + sessionRenewal <= Date.now()
}

/** @returns the session's new expiry; undefined if it has ended */
async function extend(id: string): Promise<Date | undefined> {
  const now = new Date()
  const extended = await authDatabase()
    .updateTable('auth.sessions')
    .set({ expires_at: new Date(now.getTime() + sessionLifetime), updated_at: now })
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .returning('expires_at')
    .executeTakeFirst()
  return extended?.expires_at
}

function profileOf(row: Row): UserProfile {
  const { user_id: id, email, full_name, organization, is_admin, is_approver, created_at, updated_at } = row
  return { id, email, full_name, organization, is_admin, is_approver, created_at, updated_at }
}

/** A person's first request creates their profile. */
async function createProfile(userId: string): Promise<UserProfile | 'closed' | undefined> {
  try {
    return await loadProfile(userId)
  } catch (error) {
    if (isAccessClosed(error)) return 'closed'
    throw error
  }
}

/**
 * Ends this browser's session (`local`) or every session of the person (`global`), on the server and immediately.
 * @returns the Set-Cookie headers that clear the cookies, even without a session; and the number of sessions ended
 */
export async function signOut(
  client: Client,
  scope: 'local' | 'global',
): Promise<{ cookies: string[]; ended: number }> {
  const token = sessionToken(client)
  const ended = token === undefined ? [] : await endSessions(tokenHash(token), scope)
  const own = ended.find(session => session.token_hash === (token && tokenHash(token)))
  if (own) {
    const action = scope === 'global' ? 'session.signed_out_everywhere' : 'session.signed_out'
    const { id: sessionId, user_id: id } = own
    await recordSecurityEvent({ action, client, actorId: id, sessionId, subjectId: id })
  }
  return { cookies: sessionCookies(''), ended: ended.length }
}

/** @returns the sessions that had not expired */
async function endSessions(hash: string, scope: 'local' | 'global') {
  const database = authDatabase()
  const now = new Date()
  const own = database.selectFrom('auth.sessions').where('token_hash', '=', hash).where('expires_at', '>', now)
  const ended = await database
    .deleteFrom('auth.sessions')
    .where(eb => (scope === 'global' ? eb('user_id', '=', own.select('user_id')) : eb('token_hash', '=', hash)))
    .returning(['id', 'user_id', 'token_hash', 'expires_at'])
    .execute()
    .catch(error => {
      // This browser can forget its session even while the database is unreachable.
      if (scope === 'global') throw error
      return []
    })
  return ended.filter(({ expires_at }) => expires_at > now)
}
