import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { originPlaceholder } from '../../rules/origin.ts'
import { yearPlaceholder } from '../../rules/year.ts'
import { deferScripts } from './deferred-scripts.ts'
import { contentPolicy } from './security-headers.ts'

/** A page prerendered at build time, ready to send. */
interface Page {
  etag: string
  /** Hashes of its inline scripts for a Content-Security-Policy: `'sha256-…'`, separated by spaces. */
  scripts: string
  /** The hash of its inline style sheet. */
  styles: string
  html: Buffer<ArrayBuffer>
  /** What was asked for so far. */
  bodies: Partial<Record<Encoding, Promise<Buffer<ArrayBuffer>>>>
}

type Encoding = 'br' | 'gzip' | 'identity'

const compress: Record<Encoding, (html: Buffer<ArrayBuffer>) => Promise<Buffer<ArrayBuffer>>> = {
  br: html => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: html => promisify(gzip)(html, { level: 9 }),
  identity: async html => html,
}

/**
 * Serves the pages that are the same for everyone. They are read, and completed with the site's origin and the year, at
 * startup. Each is compressed once, for the first who asks for it: compressing all of them would delay the start. With
 * a query a page may look different, so the next handler runs.
 * @param folder the built browser files, each page at `<path>/index.html`
 * @param origin the site's
 */
export function servePrerendered(folder: string, origin: string): MiddlewareHandler {
  const pages = new Map(
    listPages(folder).map(path => [path, readPage(folder, join(folder, path, 'index.html'), origin)]),
  )
  const policyOf = contentPolicy(false)
  return async (c, next) => {
    const page = pages.get(c.req.path.replace(/(.)\/$/, '$1'))
    if (!page || !['GET', 'HEAD'].includes(c.req.method) || new URL(c.req.url).search) return next()
    const headers = {
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': policyOf(c.req.path, page),
      'Content-Type': 'text/html; charset=utf-8',
      ETag: page.etag,
      Vary: 'Accept-Encoding',
    }
    if (matchesEtag(c.req.header('if-none-match'), page.etag)) return c.body(null, 304, headers)
    const encoding = preferredEncoding(c.req.header('accept-encoding') ?? '')
    page.bodies[encoding] ??= compress[encoding](page.html)
    const body = await page.bodies[encoding]
    // For HEAD, Node sends the same headers without the body.
    return c.body(body, 200, {
      ...headers,
      'Content-Length': String(body.length),
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    })
  }
}

/** Paths of all pages in a folder, such as '/' and '/about'. */
function listPages(folder: string, path = '/'): string[] {
  const here = join(folder, path)
  if (!existsSync(here)) return []
  const deeper = readdirSync(here, { withFileTypes: true }).filter(entry => entry.isDirectory())
  return [
    ...(existsSync(join(here, 'index.html')) ? [path] : []),
    ...deeper.flatMap(({ name }) => listPages(folder, join(path, name))),
  ]
}

function readPage(folder: string, file: string, origin: string): Page {
  const year = String(new Date().getUTCFullYear())
  const built = readFileSync(file, 'utf8').replaceAll(originPlaceholder, origin).replaceAll(yearPlaceholder, year)
  const { html, style } = deferScripts(built, path => readFileSync(join(folder, path), 'utf8'))
  const bytes = Buffer.from(html)
  return {
    // Weak, because the page has the same tag however it is compressed (RFC 9110 section 8.8.3).
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
    scripts: inlineScripts(html).map(cspHash).join(' '),
    styles: cspHash(style),
    html: bytes,
    bodies: {},
  }
}

/** Inline scripts that a browser would run, which leaves out JSON-LD. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => !/\ssrc=/.test(attributes) && !/application\/ld\+json/.test(attributes))
    .map(([, , script = '']) => script)
}

function cspHash(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

/** RFC 9110 section 13.1.2, which compares tags weakly. */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch?.split(',').some(tag => tag.trim() === '*' || opaque(tag) === opaque(etag)) ?? false
}

function preferredEncoding(acceptEncoding: string): Encoding {
  const accepted = acceptEncoding
    .split(',')
    .filter(entry => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map(entry => entry.split(';')[0]?.trim())
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
}
