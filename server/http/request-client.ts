import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Client } from '../access/client.ts'
import type { Config } from '../platform/config.ts'

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

const ownName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

/** Whether a request was made on this machine: under one of its own names, and by no proxy that another could use. */
export function isFromHere(request: Request): boolean {
  const proxied = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']
  return ownName.test(request.headers.get('host') ?? '') && !proxied.some(name => request.headers.has(name))
}

/**
 * The site's origin as this visitor sees it: APP_URL, or, where it is not set and the server listens on this machine
 * only, whichever of the machine's own names was typed.
 */
export function originOf(request: Request, config: Config): string {
  const host = request.headers.get('host') ?? ''
  return !config.originIsSet && config.loopback && ownName.test(host) ? `http://${host}` : config.origin
}
