import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { derivedSecret } from '../platform/seal.ts'

/** The secret that Better Auth signs its cookies with. */
export const cookieSecret = () => derivedSecret('sessions')

/**
 * Creates what reads a session's token from a request's cookies. Better Auth could, but only together with the session,
 * by three queries.
 * @param name of the cookie
 * @returns a function that takes the Cookie header and returns the token; undefined where there is none, or its
 *   signature (HMAC-SHA-256, as better-call writes it) is wrong
 */
export function sessionCookieReader(name: string): (cookies: string) => string | undefined {
  const key = createSecretKey(cookieSecret(), 'utf8')
  const pattern = new RegExp(`(?:^|;)\\s*${name.replaceAll('.', '\\.')}=([^;]*)`)
  return cookies => {
    const value = decode(pattern.exec(cookies)?.[1] ?? '')
    const end = value.lastIndexOf('.')
    const token = value.slice(0, Math.max(end, 0))
    return token && isSignedBy(key, token, value.slice(end + 1)) ? token : undefined
  }
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value.trim())
  } catch {
    return ''
  }
}

function isSignedBy(key: KeyObject, token: string, signature: string): boolean {
  const given = Buffer.from(signature)
  const right = Buffer.from(createHmac('sha256', key).update(token).digest('base64'))
  return given.length === right.length && timingSafeEqual(given, right)
}
