import type { Client } from '../access/client.ts'
import { recordSecurityEvent } from '../access/security-events.ts'
import { withLock } from '../database/act-as.ts'
import { isRefusedByDatabase } from '../database/errors.ts'
import { PortalError } from '../platform/portal-error.ts'
import { authHeaders, signInLibrary } from './better-auth.ts'
import { endReplacedSession, signedInHint } from './current-session.ts'
import { recordDevice } from './new-device.ts'
import { signInBlockReason } from './sign-in-block.ts'

/**
 * Signs in a person who has proved to read an address's mail, creating them at the first sign-in. A session that the
 * browser still has ends.
 * @param email in lower case
 * @returns the Set-Cookie headers that carry the new session
 * @throws PortalError EMAIL_MOVED, ACCOUNT_LOCKED
 */
export async function completeSignIn(client: Client, email: string): Promise<string[]> {
  // Better Auth knows codes by address alone; the lock keeps two of them apart.
  const { cookies, person } = await withLock(`code:${email}`, () => openSession(client, email))
  await endReplacedSession(client, cookies)
  const device = await recordDevice(client, person, 'code', signInLibrary().config)
  return [...cookies, signedInHint(true), device]
}

async function openSession(client: Client, email: string) {
  const { api } = signInLibrary()
  await refuseBlocked(client, email)
  const otp = await api.createVerificationOTP({ body: { email, type: 'sign-in' } })
  try {
    const { headers, response } = await api.signInEmailOTP({
      body: { email, otp },
      headers: authHeaders(client),
      returnHeaders: true,
    })
    return { cookies: headers.getSetCookie(), person: { id: response.user.id, email } }
  } catch (error) {
    if (error instanceof PortalError && !isRefusedByDatabase(error)) throw error
    // Blocked between our check and Better Auth's insert, which the database then refuses.
    await refuseBlocked(client, email, error)
    throw error
  }
}

async function refuseBlocked(client: Client, email: string, cause?: unknown): Promise<void> {
  const block = await signInBlockReason(email)
  if (!block) return
  await recordSecurityEvent({ action: 'sign_in.refused', client, subjectId: email, details: { reason: block } })
  throw new PortalError(block, { cause })
}
