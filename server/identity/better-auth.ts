import { betterAuth } from 'better-auth'
import { emailOTP } from 'better-auth/plugins/email-otp'
import { codeLength, codeLifetime, sessionLifetime, sessionRenewal } from '../../rules/limits.ts'
import type { Client } from '../access/client.ts'
import { authDatabase } from '../database/connection.ts'
import type { Config } from '../platform/config.ts'
import { keyedHash } from '../platform/seal.ts'
import { cookiePrefix } from './cookie-prefix.ts'
import { newCode } from './new-code.ts'
import { cookieSecret, sessionCookieReader } from './session-cookie.ts'
import { sessionEndpoint } from './session-endpoint.ts'

let auth: ReturnType<typeof makeAuth> | undefined
let config: Config | undefined
let readToken: ReturnType<typeof sessionCookieReader> | undefined

/** Prepares sign-in. The database must be connected and the auth secret loaded. */
export function openSignIn(settings: Config): void {
  config = settings
  auth = makeAuth(settings)
  readToken = sessionCookieReader(`${cookieNames(settings)}.session_token`)
}

/** Forgets the instance; its connections belong to the database. */
export function closeSignIn(): void {
  config = undefined
  auth = undefined
  readToken = undefined
}

/** @returns the token of the session that a Cookie header names; undefined where its signature is wrong or missing */
export function sessionToken(cookies: string): string | undefined {
  return readToken?.(cookies)
}

/**
 * @returns Better Auth's functions, and the configuration they were created with
 * @throws Error before `openSignIn`
 */
export function signInLibrary() {
  if (!auth || !config) throw new Error('sign-in has not been started')
  return { api: auth.api, config }
}

/** @returns the headers of a request that Better Auth needs */
export function authHeaders(client: Client): Headers {
  return new Headers({ cookie: client.cookie, 'user-agent': client.userAgent, 'x-client-ip': client.ip })
}

/** What the names of Better Auth's cookies begin with. */
const cookieNames = (settings: Config) => `${cookiePrefix(settings)}promissory`

function makeAuth(settings: Config) {
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' }
  return betterAuth({
    appName: 'Promissory',
    baseURL: settings.origin,
    secret: cookieSecret(),
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
      cookiePrefix: cookieNames(settings),
      // Better Auth would add the prefix __Secure-, which keeps out less.
      useSecureCookies: false,
      database: { generateId: 'uuid' },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: settings.secure },
      ipAddress: { ipAddressHeaders: ['x-client-ip'] },
    },
    // We limit by address and by client ourselves. Better Auth limits in its HTTP handler, which isn't mounted.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [
      sessionEndpoint,
      // Only to open a session, and to create the person at the first one, after our own check of the code
      // (complete-sign-in.ts). None of its codes leaves the server.
      emailOTP({
        otpLength: codeLength,
        expiresIn: codeLifetime / 1000,
        generateOTP: newCode,
        storeOTP: { hash: async code => keyedHash('code', code) },
        sendVerificationOTP: () => Promise.reject(new Error('sign-in codes are sent by sign-in.ts')),
      }),
    ],
  })
}
