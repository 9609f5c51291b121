import { randomBytes, timingSafeEqual } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import { browserCookieLifetime } from '../../../rules/limits.ts'
import type { Client } from '../../../server/access/client.ts'
import type { Config } from '../../../server/platform/config.ts'
import { keyedHash } from '../../../server/platform/seal.ts'
import { cookiePrefix } from './cookie-prefix.ts'

/**
 * Distinguishes browsers during sign-in: a code works only in the browser that requested it. The cookie holds a random
 * id with our signature, the database an HMAC of the id.
 * @returns the stored identifier of the browser; undefined without a cookie of ours
 */
export function browserOf(client: Client, config: Config): string | undefined {
  const id = browserId(client, config)
  return id && storedAs(id)
}

/** @returns the browser, a new one if it has no cookie yet, and the Set-Cookie header that stores it */
export function rememberBrowser(client: Client, config: Config): { browser: string; cookie: string } {
  const id = browserId(client, config) ?? randomBytes(32).toString('base64url')
  const attributes = `Path=/; Max-Age=${browserCookieLifetime / 1000}; HttpOnly; SameSite=Lax${config.secure ? '; Secure' : ''}`
  return {
    browser: storedAs(id),
    cookie: `${cookiePrefix(config)}promissory.browser=${id}.${signatureOf(id)}; ${attributes}`,
  }
}

function browserId(client: Client, config: Config): string | undefined {
  const name = `${cookiePrefix(config)}promissory.browser`
  const [, id = '', signature = ''] = /^([\w-]{43})\.([\w-]{43})$/.exec(parse(client.cookie, name)[name] ?? '') ?? []
  return id && timingSafeEqual(Buffer.from(signatureOf(id)), Buffer.from(signature)) ? id : undefined
}

function signatureOf(id: string): string {
  return keyedHash('browser signature', id)
}

function storedAs(id: string): string {
  return keyedHash('browser', id)
}
