import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Client } from '../auth.ts'
import type { Config } from '../config.ts'

/**
 * Tells where a request comes from. `X-Forwarded-For` counts only as far as TRUST_PROXY says: each trusted proxy
 * has appended the address it saw, so the client is that many entries from the end.
 */
export function clientOf(c: Context, config: Config): Client {
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map(part => part.trim())
  const byProxy = config.trustProxy > 0 ? forwarded.at(-config.trustProxy) : undefined
  return {
    ip: byProxy || getConnInfo(c).remote.address || 'unknown',
    userAgent: (c.req.header('user-agent') ?? '').slice(0, 500),
    cookie: c.req.header('cookie') ?? '',
  }
}

/**
 * The site's origin as this visitor sees it: APP_URL, or, where it is not set and the server listens on this machine
 * only, whichever of the machine's own names was typed.
 */
export function originOf(request: Request, config: Config): string {
  const host = request.headers.get('host') ?? ''
  const own = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host)
  return !config.originIsSet && config.loopback && own ? `http://${host}` : config.origin
}
