import { timingSafeEqual } from 'node:crypto'
import { authDatabase } from '../database/connection.ts'
import { signInLibrary } from './better-auth.ts'
import { loadProfile } from './load-profile.ts'

/**
 * Signs in with TEST_LOGIN_EMAIL and TEST_LOGIN_CODE like any other person: the fixed code is exchanged for a real one.
 * @returns the real code, or undefined where this is not that pair, it has expired, or the person is an administrator
 */
export async function exchangeTestCode(email: string, code: string): Promise<string | undefined> {
  const { api, config } = signInLibrary()
  const pair = config.testLogin
  if (pair?.expires && pair.expires.getTime() <= Date.now()) return undefined
  if (!pair || email !== pair.email.toLowerCase() || !timingSafeEqual(Buffer.from(code), Buffer.from(pair.code))) {
    return undefined
  }
  const user = await authDatabase().selectFrom('auth.users').select('id').where('email', '=', email).executeTakeFirst()
  const profile = user && (await loadProfile(user.id))
  if (profile?.is_admin) return undefined
  return api.createVerificationOTP({ body: { email, type: 'sign-in' } })
}

/** @returns whether this address signs in with a fixed code; it can never be an administrator's */
export function isTestLogin(email: string): boolean {
  return signInLibrary().config.testLogin?.email.toLowerCase() === email.toLowerCase()
}
