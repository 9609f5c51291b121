import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Client } from '../access/client.ts'
import type { Config } from '../platform/config.ts'

export function clientOf(c: Context, config: Config): Client {
  return {
    ip: addressOf(c.req.header('x-forwarded-for'), getConnInfo(c).remote.address, config.trustProxy),
    userAgent: (c.req.header('user-agent') ?? '').slice(0, 500),
    cookie: c.req.header('cookie') ?? '',
  }
}

/**
 * `X-Forwarded-For` is trusted only as far as TRUST_PROXY says: each trusted proxy appended the address it saw, so the
 * client is that many entries from the end. An entry that is no IP address is ignored; some proxies add the port.
 * @param forwarded the header
 * @param remote the connection's address
 * @returns the client's IP address, or `unknown`
 */
export function addressOf(
  forwarded: string | string[] | undefined,
  remote: string | undefined,
  trustProxy: number,
): string {
  const entry =
    trustProxy > 0
      ? String(forwarded ?? '')
          .split(',')
          .at(-trustProxy)
          ?.trim()
      : undefined
  const address = entry?.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1') ?? ''
  return isIP(address) ? address : remote || 'unknown'
}

const localHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

/** Whether a request was made on this machine: to one of its own names, and not through a proxy that others could use. */
export function isLocalRequest(request: Request): boolean {
  const proxied = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']
  return localHost.test(request.headers.get('host') ?? '') && !proxied.some(name => request.headers.has(name))
}

/**
 * The site's origin for this visitor: APP_URL, or, if it is not set and the server listens only on this machine, the
 * local host name that they typed.
 */
export function originOf(request: Request, config: Config): string {
  const host = request.headers.get('host') ?? ''
  return !config.originIsSet && config.loopback && localHost.test(host) ? `http://${host}` : config.origin
}

/** @returns whether a frame requests it, to show it in a browser's own viewer */
export function isFramed({ headers }: Request): boolean {
  return ['iframe', 'frame', 'embed', 'object'].includes(headers.get('sec-fetch-dest') ?? '')
}

/** @returns whether a window requests it, not a page's script or picture */
export function isNavigation({ headers }: Request): boolean {
  const shownIn = headers.get('sec-fetch-dest')
  return shownIn ? shownIn === 'document' : (headers.get('accept') ?? '').includes('text/html')
}

/** @returns the answer to a browser's prefetch, before any query; undefined for any other request */
export function refusePrefetch({ headers }: Request): Response | undefined {
  const purpose = `${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''} ${headers.get('x-moz') ?? ''}`
  if (!/\b(prefetch|prerender|preview)\b/i.test(purpose)) return undefined
  // A prefetch is only a guess; the browser requests the address again when it is opened.
  return new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } })
}
