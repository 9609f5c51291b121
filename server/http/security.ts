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
    /** What a page's inline scripts are known by where it carries no nonce: their hashes. */
    scripts: string | undefined
    /** Its inline style sheet, likewise. */
    styles: string | undefined
    requestId: string
  }
}

/**
 * Sets the headers that tell browsers what a page of ours may do: run our scripts, talk to us and, if it is a public
 * one, to the widgets that the fund has set, nothing else.
 * An answer that has set a header itself (a file, say, with a stricter policy) keeps it.
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
    // Browsers in use do so anyway, or know no such thing any more.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
}

/** Hono's own policy is settled before the answer is made, and so cannot name the hashes of a prerendered page. */
function contentPolicy(development: boolean): MiddlewareHandler {
  const others = embedSources(embeds)
  const nobody = embedSources({})
  return async (c, next) => {
    const nonce = randomBytes(16).toString('base64')
    c.set('nonce', nonce)
    await next()
    if (c.res.headers.has('Content-Security-Policy')) return
    const { scripts, frames, connections, images } = publicPageAt(c.req.path) ? others : nobody
    const policy = [
      "default-src 'none'",
      // For workers, too. Vite's development client injects styles and opens a socket.
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
 * The policy of a worker's own file, which reads PDFs that anybody may have sent: it talks to us alone. Its decoders of
 * scans and colours are WebAssembly, which no page of ours may start.
 */
export const workerPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "font-src 'self'",
].join('; ')

/**
 * Refuses a request that would change something and comes from another site's page. Browsers always name the
 * origin of such a request; what is no browser carries no one's cookie by accident.
 */
export function sameOrigin(config: Config): MiddlewareHandler {
  return async (c, next) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) {
      const origin = c.req.header('origin')
      const site = c.req.header('sec-fetch-site')
      const foreign = origin ? origin !== originOf(c.req.raw, config) : site !== undefined && site !== 'same-origin'
      if (foreign) throw new PortalError('WRONG_ORIGIN')
    }
    await next()
  }
}
