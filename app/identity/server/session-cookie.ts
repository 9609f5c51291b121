import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import { sessionLifetime } from '../../../rules/limits.ts'
import type { Client } from '../../../server/access/client.ts'
import { derivedSecret } from '../../../server/platform/seal.ts'
import { cookiePrefix } from './cookie-prefix.ts'
import { signInSettings } from './sign-in-settings.ts'

/*
 * A browser holds its session's token, with our signature: unsigned tokens cause no query, and another AUTH_SECRET ends
 * every session. The database stores only the token's hash.
 */

/** Only tells the page's script that there may be a session to request. */
const hintCookie = 'promissory_signed_in'

/** @returns a request's session token; undefined if its signature is wrong or missing */
export function sessionToken({ cookie }: Pick<Client, 'cookie'>): string | undefined {
  const name = `${cookiePrefix(signInSettings())}promissory.session_token`
  const [, token = '', signature = ''] = /^(.+)\.(.*)$/.exec(parse(cookie, name)[name] ?? '') ?? []
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(token))]
  return token && given.length === right.length && timingSafeEqual(given, right) ? token : undefined
}

/** @returns the stored hash of a token. The token is random, so a plain hash can't be reversed by guessing */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** @returns the Set-Cookie headers that store a session, or clear it for an empty token */
export function sessionCookies(token: string): string[] {
  const settings = signInSettings()
  const [prefix, secure] = [cookiePrefix(settings), settings.secure ? '; Secure' : '']
  const value = token && encodeURIComponent(`${token}.${signatureOf(token)}`)
  const age = token ? sessionLifetime / 1000 : 0
  return [
    `${prefix}promissory.session_token=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`,
    `${prefix}${hintCookie}=${token && '1'}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`,
  ]
}

function signatureOf(token: string): string {
  return createHmac('sha256', derivedSecret('sessions')).update(token).digest('base64')
}
