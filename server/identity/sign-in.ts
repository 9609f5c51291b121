import { isCode } from '../../rules/codes.ts'
import type { Client } from '../access/client.ts'
import { withLock } from '../database/act-as.ts'
import { authDatabase } from '../database/connection.ts'
import { isRefusedByDatabase } from '../database/errors.ts'
import { PortalError } from '../platform/portal-error.ts'
import { authHeaders, signInLibrary } from './better-auth.ts'
import { enforceCodeAttemptLimit, enforceCodeRequestLimit } from './code-rate-limits.ts'
import { signedInHint } from './current-session.ts'
import { parseEmailAddress } from './email-address.ts'
import { recordDevice } from './new-device.ts'
import { type SignInBlock, signInBlockReason } from './sign-in-block.ts'
import { exchangeTestCode } from './test-login.ts'

/**
 * Sends a one-time code, to known and unknown addresses alike: the first sign-in creates the person (section 5).
 * @param address as typed
 * @returns the address as it is stored
 * @throws PortalError EMAIL_REQUIRED, EMAIL_INVALID, RATE_LIMIT
 */
export async function sendCode(client: Client, address: string): Promise<string> {
  const { api } = signInLibrary()
  const email = parseEmailAddress(address)
  await enforceCodeRequestLimit(client, email)
  // One at a time per address: a failed attempt concurrent with a new code would leave the older code valid.
  await withLock(`code:${email}`, () => api.sendVerificationOTP({ body: { email, type: 'sign-in' } }))
  return email
}

/**
 * Signs in with an e-mailed code.
 * @returns the Set-Cookie headers that carry the new session
 * @throws PortalError INVALID_CODE, CODE_EXPIRED, CODE_TRIES, RATE_LIMIT, EMAIL_INVALID; with the right code also
 *   EMAIL_MOVED, ACCOUNT_LOCKED, ACCESS_CLOSED, SIGN_UP_CLOSED
 */
export async function verifyCode(client: Client, address: string, code: string): Promise<string[]> {
  const { api, config } = signInLibrary()
  const email = parseEmailAddress(address)
  await enforceCodeAttemptLimit(client, email)
  if (!isCode(code)) throw new PortalError('INVALID_CODE')
  return withLock(`code:${email}`, async () => {
    const otp = (await exchangeTestCode(email, code)) ?? code
    try {
      const block = await signInBlockReason(email)
      if (block) await refuseBlocked(email, otp, block)
      const { headers, response } = await api.signInEmailOTP({
        body: { email, otp },
        headers: authHeaders(client),
        returnHeaders: true,
      })
      const device = await recordDevice(client, { id: response.user.id, email }, config)
      return [...headers.getSetCookie(), signedInHint(true), device]
    } catch (error) {
      if (error instanceof PortalError && !isRefusedByDatabase(error)) throw error
      // Blocked between our check and Better Auth's insert, which the database then refuses.
      const block = await signInBlockReason(email)
      throw block && !isWrongCode(error) ? new PortalError(block, { cause: error }) : translateCodeError(error)
    }
  })
}

/** Tells why an address can't sign in, but only to someone who can read its mail. */
async function refuseBlocked(email: string, otp: string, block: SignInBlock): Promise<never> {
  try {
    await signInLibrary().api.checkVerificationOTP({ body: { email, type: 'sign-in', otp } })
  } catch (error) {
    // Better Auth reports this only after it found the code to be right.
    if (bodyCode(error) !== 'USER_NOT_FOUND') throw error
  }
  await invalidateSignInCode(email)
  throw new PortalError(block)
}

/** Invalidates the sign-in code that is on its way to an address. */
export async function invalidateSignInCode(email: string): Promise<void> {
  await authDatabase().deleteFrom('auth.verifications').where('identifier', '=', `sign-in-otp-${email}`).execute()
}

/** Translates Better Auth's error about a code to ours; returns any other error unchanged. */
function translateCodeError(error: unknown): unknown {
  const code = bodyCode(error)
  if (code === 'OTP_EXPIRED') return new PortalError('CODE_EXPIRED', { cause: error })
  if (code === 'TOO_MANY_ATTEMPTS') return new PortalError('CODE_TRIES', { cause: error })
  if (code === 'INVALID_OTP') return new PortalError('INVALID_CODE', { cause: error })
  return error
}

function isWrongCode(error: unknown): boolean {
  return translateCodeError(error) !== error
}

function bodyCode(error: unknown): string | undefined {
  return (error as { body?: { code?: string } }).body?.code
}
