import { randomFillSync } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { embeds } from '../../content/embeds.ts'
import { publicPageAt } from '../../content/pages.ts'
import type { Config } from '../platform/config.ts'
import { type EmbedSources, embedSources } from './embed-sources.ts'
import { outgoingOf } from './raw-response.ts'

declare module 'hono' {
  interface ContextVariableMap {
    nonce: string
  }
}

export type Header = readonly [name: string, value: string]

/**
 * Sets the headers that limit our pages: run our scripts, talk to us and, on public pages, to the fund's configured
 * widgets. A response's own headers (a file's stricter policy, for example) win.
 */
export function securityHeaders(config: Config, development: boolean): MiddlewareHandler {
  const standard = new Map(standardHeaders(config))
  const policyOf = contentPolicy(development)
  return async (c, next) => {
    const nonce = createNonce()
    c.set('nonce', nonce)
    const outgoing = outgoingOf(c)
    outgoing.setHeaders(standard)
    outgoing.setHeader('Content-Security-Policy', policyOf(c.req.path, { scripts: `'nonce-${nonce}'` }))
    await next()
  }
}

/** @returns default headers of every response, besides its Content-Security-Policy */
export function standardHeaders({ secure }: Pick<Config, 'secure'>): readonly Header[] {
  return [
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ...(secure ? [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const] : []),
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ]
}

/** Inline sources that a page's Content-Security-Policy allows. */
export interface InlineSources {
  /** A nonce or hashes of its inline scripts, separated by spaces. */
  scripts: string
  /** The hash of its inline style sheet, if it has one. */
  styles?: string | undefined
}

/** Writes the Content-Security-Policy of a page; without inline sources, that of a file. */
export type ContentPolicy = (path: string, inline?: InlineSources) => string

/** Only public pages may load the fund's widgets. */
export function contentPolicy(development: boolean): ContentPolicy {
  const forPublicPages = policyWith(embedSources(embeds), development)
  const forOthers = policyWith(embedSources({}), development)
  return (path, inline) => (publicPageAt(path) ? forPublicPages : forOthers)(inline)
}

/** Composes the constant parts once. */
function policyWith({ scripts, frames, connections, images }: EmbedSources, development: boolean) {
  const before = "default-src 'none'; script-src 'self'"
  // Vite's client injects styles and opens a socket.
  const after = [
    development ? " 'unsafe-inline'" : '',
    `connect-src 'self'${connections}${development ? ' ws:' : ''}`,
    `img-src 'self' data: blob:${images}`,
    "font-src 'self'",
    "media-src 'self'",
    `frame-src 'self'${frames}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  return (inline?: InlineSources) => {
    const inlineStyles = inline?.styles ? ` ${inline.styles}` : ''
    return `${before}${inline ? ` ${inline.scripts}` : ''}${scripts}; style-src 'self'${inlineStyles}${after}`
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
