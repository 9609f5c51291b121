import { randomFillSync } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Config } from '../platform/config.ts'
import { PortalError } from '../platform/portal-error.ts'
import { originOf } from './request-client.ts'
import { contentPolicy, type Header, standardHeaders } from './security-headers.ts'

declare module 'hono' {
  interface ContextVariableMap {
    nonce: string
    requestId: string
    /** The security headers of this response; ones that it sets itself come before them. */
    securityHeaders: () => readonly Header[]
  }
}

/**
 * Sets the headers that limit our pages: run our scripts, talk to us and, on public pages, to the fund's configured
 * widgets. A response's own headers (a file's stricter policy, for example) win.
 */
export function securityHeaders(config: Config, development: boolean): MiddlewareHandler {
  const standard = standardHeaders(config)
  const policyOf = contentPolicy(development)
  return async (c, next) => {
    const nonce = createNonce()
    const all = (): Header[] => [
      ...standard,
      ['Content-Security-Policy', policyOf(c.req.path, { scripts: `'nonce-${nonce}'` })],
    ]
    c.set('nonce', nonce)
    c.set('securityHeaders', all)
    await next()
    if (c.get('takenOver')) return
    const { headers } = c.res
    for (const [name, value] of all()) if (!headers.has(name)) headers.set(name, value)
  }
}

/**
 * Refuses changing requests from other sites' pages. Every browser states the origin of such a request, so one that
 * doesn't and carries a cookie is refused too; without a cookie it is anonymous.
 */
export function requireSameOrigin(config: Config): MiddlewareHandler {
  return async (c, next) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) {
      const origin = c.req.header('origin')
      const site = c.req.header('sec-fetch-site')
      // An empty Origin isn't ours, and no browser sends it.
      const own = origin === undefined ? site === 'same-origin' : origin === originOf(c.req.raw, config)
      const anonymous = origin === undefined && site === undefined && !c.req.header('cookie')
      if (!own && !anonymous) throw new PortalError('WRONG_ORIGIN')
    }
    await next()
  }
}

/** In bytes; a Content-Security-Policy requires at least 16. */
const nonceLength = 16

/** Random bytes for the next nonces: drawing 16 at a time took 6 µs, mostly in the kernel, against 0.3 µs. */
const pool = Buffer.alloc(256 * nonceLength)
let used = pool.length

/** @returns an unguessable, unique value in base64 */
function createNonce(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += nonceLength
  return pool.toString('base64', used - nonceLength, used)
}
