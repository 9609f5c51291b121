import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { every } from 'hono/combine'
import { secureHeaders } from 'hono/secure-headers'
import { embeds } from '../../content/embeds.ts'
import { publicPageAt } from '../../content/pages.ts'
import type { Config } from '../platform/config.ts'
import { PortalError } from '../platform/portal-error.ts'
import { embedSources } from './embed-sources.ts'
import { originOf } from './request-client.ts'

declare module 'hono' {
  interface ContextVariableMap {
    nonce: string
    /** Hashes of a page's inline scripts, where it has no nonce. */
    scripts: string | undefined
    /** The hash of its inline style sheet. */
    styles: string | undefined
    requestId: string
  }
}

/**
 * Sets the headers that limit what our pages can do: run our scripts, talk to us and, on public pages, to the widgets
 * the fund has configured. A response that sets a header itself (a file, for example, with a stricter policy) keeps it.
 */
export function securityHeaders(config: Config, development: boolean): MiddlewareHandler {
  return every(standardHeaders(config), contentPolicy(development))
}

function standardHeaders(config: Config): MiddlewareHandler {
  return secureHeaders({
    overwrite: false,
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [] },
    strictTransportSecurity: config.secure && 'max-age=31536000; includeSubDomains',
    // Current browsers do these by default, or no longer support them.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
}

/** Not Hono's own policy, which is fixed before the response and so can't include the hashes of a prerendered page. */
function contentPolicy(development: boolean): MiddlewareHandler {
  const all = embedSources(embeds)
  const none = embedSources({})
  return async (c, next) => {
    const nonce = randomBytes(16).toString('base64')
    c.set('nonce', nonce)
    await next()
    if (c.res.headers.has('Content-Security-Policy')) return
    const { scripts, frames, connections, images } = publicPageAt(c.req.path) ? all : none
    const policy = [
      "default-src 'none'",
      // For workers, too. Vite's client injects styles and opens a socket.
      `script-src 'self' ${c.get('scripts') ?? `'nonce-${nonce}'`}${scripts}`,
      `style-src 'self'${c.get('styles') ? ` ${c.get('styles')}` : ''}${development ? " 'unsafe-inline'" : ''}`,
      `connect-src 'self'${connections}${development ? ' ws:' : ''}`,
      `img-src 'self' data: blob:${images}`,
      "font-src 'self'",
      "media-src 'self'",
      `frame-src 'self'${frames}`,
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]
    c.res.headers.set('Content-Security-Policy', policy.join('; '))
  }
}

/**
 * The policy of the worker's file, which reads PDFs that anyone may have uploaded: it can only talk to us. Its decoders
 * for scans and colors are WebAssembly, which our pages can't run.
 */
export const workerPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "font-src 'self'",
].join('; ')

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
