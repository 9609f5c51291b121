import { betterAuth } from 'better-auth'
import { emailOTP } from 'better-auth/plugins/email-otp'
import { codeLength, codeLifetime, codeTries, sessionLifetime, sessionRenewal } from '../../rules/limits.ts'
import type { Client } from '../access/client.ts'
import { authDatabase } from '../database/connection.ts'
import { sendMail } from '../mail/mailer.ts'
import type { Config } from '../platform/config.ts'
import { derivedSecret, keyedHash } from '../platform/seal.ts'
import { newCode } from './new-code.ts'
import { codeMessage } from './sign-in-code-mail.ts'

let auth: ReturnType<typeof makeAuth> | undefined
let config: Config | undefined

/** Makes the sign-in ready; the database must be connected and the secret known. */
export function openSignIn(settings: Config): void {
  config = settings
  auth = makeAuth(settings)
}

/** Forgets it; the connections it used are the database's. */
export function closeSignIn(): void {
  config = undefined
  auth = undefined
}

/** @returns the library's functions, and the configuration they were made with */
export function signInLibrary() {
  if (!auth || !config) throw new Error('sign-in has not been started')
  return { api: auth.api, config }
}

/** @returns a request's headers as far as the library wants to know them */
export function headersOf(client: Client): Headers {
  return new Headers({ cookie: client.cookie, 'user-agent': client.userAgent, 'x-client-ip': client.ip })
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
