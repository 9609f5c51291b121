import { timingSafeEqual } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { emailOTP } from 'better-auth/plugins/email-otp'
import { isEmailAddress } from '../../rules/email.ts'
import {
  codeLength,
  codeLifetime,
  codeResendInterval,
  codesPerAddress,
  codesPerClient,
  codeTries,
  codeWindow,
  sessionLifetime,
  sessionRenewal,
  triesPerAddress,
  triesPerClient,
} from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { consumeRateLimit, networkOf } from '../access/rate-limit.ts'
import { authDatabase, withLock } from '../database/connection.ts'
import { sendMail } from '../mail/mailer.ts'
import { loadProfile, type UserProfile } from '../people/profiles.ts'
import type { Config } from '../platform/config.ts'
import { PortalError } from '../platform/portal-error.ts'
import { derivedSecret, keyedHash } from '../platform/seal.ts'
import { isCode, newCode } from './codes.ts'
import { cleanUpDevices, recordDevice } from './new-device.ts'
import { cleanUpEmailChanges, signInBlockReason } from './sign-in-block.ts'
import { codeMessage } from './sign-in-code-mail.ts'

/** Where a request comes from, as far as the server can tell. */
export interface Client {
  /** IP address: of the socket, or as the trusted proxies name it. */
  ip: string
  userAgent: string
  /** The request's Cookie header. */
  cookie: string
}

/** A session that holds, and whose it is. */
export interface SignedIn {
  session: { id: string; expiresAt: Date }
  userId: string
  /** Undefined where the profile could not be read in time (specification section 8). */
  profile: UserProfile | undefined
  actor: Actor | undefined
  /** Set-Cookie headers for the answer, where the session was renewed. */
  cookies: string[]
}

/** The cookie that tells the page's script, and nobody else, that asking for a session is worth it. */
const hintCookie = 'promissory_signed_in'

let auth: ReturnType<typeof makeAuth> | undefined
let config: Config | undefined

/** Makes the sign-in ready; the database must be connected and the secret known. */
export function openAuth(settings: Config): void {
  config = settings
  auth = makeAuth(settings)
}

function makeAuth(settings: Config) {
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' }
  return betterAuth({
    appName: 'Promissory',
    baseURL: settings.origin,
    secret: derivedSecret('sessions'),
    database: { db: authDatabase(), type: 'postgres' },
    user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...times } },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...times,
      },
      expiresIn: sessionLifetime / 1000,
      updateAge: sessionRenewal / 1000,
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...times,
      },
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...times } },
    advanced: {
      cookiePrefix: 'promissory',
      useSecureCookies: settings.secure,
      database: { generateId: 'uuid' },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      ipAddress: { ipAddressHeaders: ['x-client-ip'] },
    },
    // Our own limits count by address and by client; the library's HTTP handler, which counts, is not mounted.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [
      emailOTP({
        otpLength: codeLength,
        expiresIn: codeLifetime / 1000,
        allowedAttempts: codeTries,
        generateOTP: newCode,
        storeOTP: { hash: async code => keyedHash('code', code) },
        sendVerificationOTP: ({ email, otp }) => sendMail(codeMessage(email, otp)),
      }),
    ],
  })
}

function ready() {
  if (!auth || !config) throw new Error('sign-in has not been opened')
  return { api: auth.api, config }
}

/**
 * Sends a one-time code, to known and unknown addresses alike: the first sign-in makes the person (section 5).
 * @param address as typed
 * @returns the address in the form it is kept in
 * @throws PortalError EMAIL_REQUIRED, EMAIL_INVALID, RATE_LIMIT
 */
export async function sendCode(client: Client, address: string): Promise<string> {
  const { api } = ready()
  const email = emailAddress(address)
  await enforceCodeRequestLimit(client, email)
  // One at a time for an address: a wrong try and a new code at the same moment would leave the older code alive.
  await withLock(`code:${email}`, () => api.sendVerificationOTP({ body: { email, type: 'sign-in' } }))
  return email
}

/**
 * Signs in with a code that came by mail.
 * @returns the Set-Cookie headers that carry the new session
 * @throws PortalError INVALID_CODE, CODE_EXPIRED, CODE_TRIES, RATE_LIMIT, EMAIL_INVALID; with the right code also
 *   EMAIL_MOVED, ACCOUNT_LOCKED
 */
export async function verifyCode(client: Client, address: string, code: string): Promise<string[]> {
  const { api, config } = ready()
  const email = emailAddress(address)
  await enforceCodeAttemptLimit(client, email)
  if (!isCode(code)) throw new PortalError('INVALID_CODE')
  return withLock(`code:${email}`, async () => {
    const otp = (await testLoginCode(email, code)) ?? code
    try {
      const held = await signInBlockReason(email)
      if (held) await mustBeRight(email, otp, held)
      const { headers, response } = await api.signInEmailOTP({
        body: { email, otp },
        headers: headersOf(client),
        returnHeaders: true,
      })
      const device = await recordDevice(client, { id: response.user.id, email }, config)
      return [...headers.getSetCookie(), hint(true), device]
    } catch (error) {
      // Locked between our look and the library's insert, which the database then refuses.
      const held = error instanceof PortalError ? undefined : await signInBlockReason(email)
      throw held && !isCodeError(error) ? new PortalError(held, { cause: error }) : codeError(error)
    }
  })
}

/** Who reads the mail of an address that nobody may sign in with just now is told why; nobody else. */
async function mustBeRight(email: string, otp: string, held: 'EMAIL_MOVED' | 'ACCOUNT_LOCKED'): Promise<never> {
  try {
    await ready().api.checkVerificationOTP({ body: { email, type: 'sign-in', otp } })
  } catch (error) {
    // Said only after the code was found to be right.
    if (bodyCode(error) !== 'USER_NOT_FOUND') throw error
  }
  await forgetSignInCode(email)
  throw new PortalError(held)
}

/** Makes the sign-in code that is on its way to an address worthless. */
export async function forgetSignInCode(email: string): Promise<void> {
  await authDatabase().deleteFrom('auth.verifications').where('identifier', '=', `sign-in-otp-${email}`).execute()
}

/** The library's error for a code, as one of ours. */
function codeError(error: unknown): unknown {
  const code = bodyCode(error)
  if (code === 'OTP_EXPIRED') return new PortalError('CODE_EXPIRED', { cause: error })
  if (code === 'TOO_MANY_ATTEMPTS') return new PortalError('CODE_TRIES', { cause: error })
  if (code === 'INVALID_OTP') return new PortalError('INVALID_CODE', { cause: error })
  return error
}

function isCodeError(error: unknown): boolean {
  return codeError(error) !== error
}

function bodyCode(error: unknown): string | undefined {
  return (error as { body?: { code?: string } }).body?.code
}

/** @throws PortalError RATE_LIMIT where a client or an address has had codes enough for now */
export async function enforceCodeRequestLimit(client: Client, email: string): Promise<void> {
  await consumeRateLimit(`codes-from:${networkOf(client.ip)}`, codesPerClient, codeWindow)
  await consumeRateLimit(`code-just-sent-to:${email}`, 1, codeResendInterval)
  await consumeRateLimit(`codes-to:${email}`, codesPerAddress, codeWindow)
}

/** @throws PortalError RATE_LIMIT where a client has tried, or an address has seen, codes enough for now */
export async function enforceCodeAttemptLimit(client: Client, email: string): Promise<void> {
  await consumeRateLimit(`tries-from:${networkOf(client.ip)}`, triesPerClient, codeWindow)
  await consumeRateLimit(`tries-for:${email}`, triesPerAddress, codeWindow)
}

/**
 * The pair TEST_LOGIN_EMAIL and TEST_LOGIN_CODE signs in for real: its code is exchanged for a fresh one.
 * @returns the fresh code, or undefined where this is not that pair or its person is an administrator
 */
async function testLoginCode(email: string, code: string): Promise<string | undefined> {
  const { api, config } = ready()
  const pair = config.testLogin
  if (!pair || email !== pair.email.toLowerCase() || !timingSafeEqual(Buffer.from(code), Buffer.from(pair.code))) {
    return undefined
  }
  const user = await authDatabase().selectFrom('auth.users').select('id').where('email', '=', email).executeTakeFirst()
  const profile = user && (await loadProfile(user.id))
  if (profile?.is_admin) return undefined
  return api.createVerificationOTP({ body: { email, type: 'sign-in' } })
}

/** @returns whether this is the address that signs in with a fixed code: never an administrator's */
export function isTestLogin(email: string): boolean {
  return ready().config.testLogin?.email.toLowerCase() === email.toLowerCase()
}

/**
 * Reads whose session a request carries.
 * @param renew whether a session used again is extended
 * @returns undefined where there is none, or none that still holds
 * @throws PortalError AWAY where the database does not tell
 */
export async function readSession(client: Client, renew = true): Promise<SignedIn | undefined> {
  const { api } = ready()
  if (!client.cookie.includes('promissory.session_token')) return undefined
  const { response, headers } = await api
    .getSession({ headers: headersOf(client), query: { disableRefresh: !renew }, returnHeaders: true })
    .catch(sessionError)
  if (!response) return undefined
  const { session, user } = response
  const profile = await loadProfile(user.id)
  const renewed = headers.getSetCookie()
  return {
    session: { id: session.id, expiresAt: new Date(session.expiresAt) },
    userId: user.id,
    profile,
    actor: profile && {
      id: profile.id,
      email: profile.email,
      fullName: profile.full_name,
      organization: profile.organization,
      isAdmin: profile.is_admin,
    },
    cookies: renewed.length ? [...renewed, hint(true)] : [],
  }
}

/** The library reads sessions from the database and does nothing else; it keeps to itself why that failed. */
function sessionError(error: unknown): { response: null; headers: Headers } {
  const { statusCode } = error as { statusCode?: number }
  // Ended by another request between the reading and the renewal.
  if (statusCode === 401) return { response: null, headers: new Headers() }
  throw statusCode === 500 ? new PortalError('AWAY', { cause: error, retryAfter: 2 }) : error
}

/**
 * Ends this browser's session (`local`) or every session of the person (`global`), on the server at once.
 * @returns the Set-Cookie headers that clear the cookies; also where there was no session
 */
export async function signOut(client: Client, scope: 'local' | 'global'): Promise<string[]> {
  const { api } = ready()
  if (scope === 'global') {
    const signedIn = await readSession(client, false)
    if (signedIn) {
      await authDatabase().deleteFrom('auth.sessions').where('user_id', '=', signedIn.userId).execute()
    }
  }
  const { headers } = await api.signOut({ headers: headersOf(client), returnHeaders: true })
  return [...headers.getSetCookie(), hint(false)]
}

/** Removes codes, sessions and counters whose time is over. Part of the hourly clean-up. */
export async function cleanUpAuth(): Promise<void> {
  const database = authDatabase()
  const now = new Date()
  await database.deleteFrom('auth.sessions').where('expires_at', '<', now).execute()
  await database.deleteFrom('auth.verifications').where('expires_at', '<', now).execute()
  await database.deleteFrom('auth.limits').where('window_ends_at', '<', now).execute()
  await cleanUpEmailChanges()
  await cleanUpDevices()
}

/**
 * @param typed an address as a person types it
 * @returns it as it is kept: trimmed, in small letters
 * @throws PortalError EMAIL_REQUIRED, EMAIL_INVALID
 */
export function emailAddress(typed: string): string {
  const email = typed.trim().toLowerCase()
  if (!email) throw new PortalError('EMAIL_REQUIRED')
  if (!isEmailAddress(email)) throw new PortalError('EMAIL_INVALID')
  return email
}

function headersOf(client: Client): Headers {
  return new Headers({ cookie: client.cookie, 'user-agent': client.userAgent, 'x-client-ip': client.ip })
}

function hint(present: boolean): string {
  const secure = ready().config.secure ? '; Secure' : ''
  const age = present ? sessionLifetime / 1000 : 0
  return `${hintCookie}=${present ? '1' : ''}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
}
