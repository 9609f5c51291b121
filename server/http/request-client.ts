import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Client } from '../access/client.ts'
import type { Config } from '../platform/config.ts'

/**
 * Tells where a request comes from. `X-Forwarded-For` is trusted only as far as TRUST_PROXY says: each trusted proxy
 * appended the address it saw, so the client is that many entries from the end.
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

const localHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

/**
 * Whether a request was made on this machine: to one of its own names, and not through a proxy that others could use.
 */
export function isLocalRequest(request: Request): boolean {
  const proxied = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']
  return localHost.test(request.headers.get('host') ?? '') && !proxied.some(name => request.headers.has(name))
}

/**
 * The site's origin for this visitor: APP_URL, or, where it is not set and the server listens only on this machine, the
 * local host name that they typed.
 */
export function originOf(request: Request, config: Config): string {
  const host = request.headers.get('host') ?? ''
  return !config.originIsSet && config.loopback && localHost.test(host) ? `http://${host}` : config.origin
}
