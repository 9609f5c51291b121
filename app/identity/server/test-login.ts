import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { codeWindow, testLoginAttempts } from '../../../rules/limits.ts'
import { isUsedUp } from '../../../server/access/rate-limit.ts'
import { authDatabase } from '../../../server/database/connection.ts'
import { loadProfile } from './load-profile.ts'
import { signInSettings } from './sign-in-settings.ts'

/**
 * Whether this is the pair of TEST_LOGIN_EMAIL and TEST_LOGIN_CODE, which signs in like any other person but without a
 * code from an e-mail, never as an administrator, and not after TEST_LOGIN_EXPIRES. The code is constant, so after many
 * attempts it is blocked for a while.
 */
export async function isTestCode(email: string, code: string): Promise<boolean> {
  const pair = signInSettings().testLogin
  if (!pair || email !== pair.email.toLowerCase()) return false
  if (pair.expires && pair.expires.getTime() <= Date.now()) return false
  if (await isUsedUp('test-login', testLoginAttempts, codeWindow)) return false
  if (!timingSafeEqual(Buffer.from(code), Buffer.from(pair.code))) return false
  const user = await authDatabase()
    .selectFrom('auth.users')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()
  const profile = user && (await loadProfile(user.id))
  return !profile?.is_admin
}

/** @returns whether this address signs in with a fixed code; it can never be an administrator's */
export function isTestLogin(email: string): boolean {
  return signInSettings().testLogin?.email.toLowerCase() === email.toLowerCase()
}
