import type { MiddlewareHandler } from 'hono'
import type { Config } from '../platform/config.ts'
import { PortalError } from '../platform/portal-error.ts'
import { createNonce } from './nonce.ts'
import { originOf } from './request-client.ts'
import { contentPolicy, type Header, standardHeaders } from './security-headers.ts'

declare module 'hono' {
  interface ContextVariableMap {
    nonce: string
    requestId: string
    /** The headers of this response that limit what it can do; one that it sets itself comes before them. */
    securityHeaders: () => readonly Header[]
  }
}

/**
 * Sets the headers that limit what our pages can do: run our scripts, talk to us and, on public pages, to the widgets
 * the fund has configured. A response that sets a header itself (a file, for example, with a stricter policy) keeps it.
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
 * Refuses changing requests from other sites' pages. Every browser says where such a request comes from, so one that
 * doesn't say and carries a cookie is refused too; without a cookie it acts for nobody.
 * @throws PortalError WRONG_ORIGIN
 */
export function requireSameOrigin(config: Config): MiddlewareHandler {
  return async (c, next) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) {
      const origin = c.req.header('origin')
      const site = c.req.header('sec-fetch-site')
      // An empty Origin is none of ours, and no browser sends it.
      const own = origin === undefined ? site === 'same-origin' : origin === originOf(c.req.raw, config)
      const anonymous = origin === undefined && site === undefined && !c.req.header('cookie')
      if (!own && !anonymous) throw new PortalError('WRONG_ORIGIN')
    }
    await next()
  }
}
