import { sql } from 'kysely'
import { profileTimeout, sessionLifetime, sessionRenewal } from '../../rules/limits.ts'
import { translateError } from '../database/errors.ts'
import { prepared } from '../database/prepared.ts'
import { type Reading, readAsLogin } from '../database/reading-connection.ts'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'
import type { UserProfile } from './load-profile.ts'

/** A session that is still valid, with the profile of its person. */
export interface FoundSession {
  id: string
  userId: string
  expiresAt: Date
  profile: UserProfile
  /** Whether it has shown a passkey. */
  hasShownPasskey: boolean
  /** Whether using it extends it now, by the rule of Better Auth's getSession. */
  isRenewalDue: boolean
  /** The transaction that found it, for reading more; only where it was asked for. */
  reading?: Reading
}

/**
 * Why no session was found: there is none, or its person's access is closed; or the sign-in library has to look at it,
 * because it has expired, its person has no profile yet, or reading it failed or took longer than five seconds.
 */
export type NotFound = 'none' | 'incomplete' | 'failed' | 'late'

type Row = UserProfile & {
  session_id: string
  user_id: string
  expires_at: Date
  passkey_at: Date | null
  is_closed: boolean | null
  profile_id: string | null
}

const sessionWith = prepared(
  'find_signed_in',
  (_, token: string) => sql<Row>`select * from app.find_signed_in(${token})`,
)

/**
 * Finds a session and the profile of its person in one exchange with the database.
 * @param token from a cookie whose signature was right
 * @param keepReading whether the caller wants the transaction, to use or end it
 * @throws PortalError AWAY where the database cannot be reached
 */
export async function findSession(token: string, keepReading: boolean): Promise<FoundSession | NotFound> {
  const looking = readAsLogin(sessionWith(token), keepReading)
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, profileTimeout, undefined)
  })
  try {
    const found = await Promise.race([looking, timeout])
    if (found) return judge(found.rows[0], found.reading)
    looking.then(({ reading }) => reading?.end()).catch(() => {})
    return 'late'
  } catch (error) {
    const translated = translateError(error)
    if (translated instanceof PortalError && translated.code === 'AWAY') throw translated
    log.error('a session could not be found', error)
    return 'failed'
  } finally {
    clearTimeout(timer)
  }
}

function judge(row: Row | undefined, reading: Reading | undefined): FoundSession | NotFound {
  const notFound =
    !row || row.is_closed ? 'none' : row.profile_id && row.expires_at >= new Date() ? undefined : 'incomplete'
  if (!row || notFound) {
    reading?.end()
    return notFound ?? 'none'
  }
  const { session_id, user_id, expires_at, passkey_at, is_closed: _, profile_id: id, ...profile } = row
  return {
    id: session_id,
    userId: user_id,
    expiresAt: expires_at,
    profile: { ...profile, id: user_id },
    hasShownPasskey: passkey_at !== null,
    isRenewalDue: expires_at.getTime() - sessionLifetime + sessionRenewal <= Date.now(),
    reading,
  }
}
