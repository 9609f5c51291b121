import type { MiddlewareHandler } from 'hono'
import { messages } from '../../rules/messages.ts'
import type { Config } from '../platform/config.ts'
import { PortalError } from '../platform/portal-error.ts'
import { originOf } from './request-client.ts'

/** Longest path, and longest path with query, in characters. Ours are far shorter; campaign links add long queries. */
const longestPath = 1000
const longestAddress = 8000

/**
 * Answers requests that no page of the site sends: unsupported methods (405, or OPTIONS with the supported ones),
 * overlong addresses, which would cost the router time, and undecodable ones.
 */
export function requestBounds(): MiddlewareHandler {
  return async (c, next) => {
    const { path, method, url } = c.req
    if (path.length > longestPath || url.length > longestAddress) throw new PortalError('ADDRESS_LONG')
    if (!isDecodable(url)) throw new PortalError('ADDRESS_BROKEN')
    const methods = methodsOf(path)
    if (methods.includes(method)) return next()
    const Allow = [...methods, ...(methods.includes('OPTIONS') ? [] : ['OPTIONS'])].join(', ')
    if (method === 'OPTIONS') return c.body(null, 204, { Allow })
    const refused = { code: 'METHOD_UNKNOWN', message: messages.METHOD_UNKNOWN, request_id: c.get('requestId') }
    return c.json(refused, 405, { Allow, 'Cache-Control': 'no-store' })
  }
}

/** Whether every percent sign in the path starts an encoded character. */
function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(new URL(url).pathname)
    return true
  } catch {
    return false
  }
}

function methodsOf(path: string): string[] {
  // Resumable uploads (https://tus.io) answer OPTIONS themselves.
  if (/^\/uploads(\/|$)/.test(path)) return ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS']
  // Not HEAD, which would open a stream without a reader.
  if (path === '/events' || path === '/files/everything') return ['GET']
  return ['GET', 'HEAD', 'POST']
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
