import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { originPlaceholder } from '../../rules/origin.ts'
import { yearPlaceholder } from '../../rules/year.ts'
import type { Config } from '../platform/config.ts'
import { log } from '../platform/log.ts'
import { acceptedCoding, type Coding, codings } from './accepted-coding.ts'
import { listFiles } from './built-files.ts'
import { includesEtag } from './conditional-request.ts'
import { deferScripts } from './deferred-scripts.ts'
import { logRequest, nextRequestId } from './request-log.ts'
import { contentPolicy, standardHeaders } from './security-headers.ts'

const encoders: Record<Coding, (html: Buffer) => Promise<Buffer>> = {
  br: html => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: html => promisify(gzip)(html, { level: 9 }),
}

/** A page that is the same for everyone, as it is sent. */
interface Page {
  /** Quotes included, without W/. */
  etag: string
  /** Names and values alternating, as Node takes them, without the last value: the request's id. This is a 304's. */
  head: string[]
  /** @returns the page in a coding, compressed on first use, and the head of its response */
  encode: (coding?: Coding) => Promise<{ head: string[]; body: Buffer }>
}

/**
 * Answers GET and HEAD of prerendered pages from memory, before a router sees the request. A page with a query may
 * differ, so it goes to `next`, like everything else.
 * @param folder the built browser files
 * @param next handles all other requests
 */
export function prerenderedPages(config: Config, folder: string, next: RequestListener): RequestListener {
  const pages = readPages(config, folder)
  return async (request, response) => {
    const { method = '', url = '', headers } = request
    const path = withoutOrigin(url)
    const page = method === 'GET' || method === 'HEAD' ? pages.get(path) : undefined
    if (!page) return next(request, response)
    const id = nextRequestId()
    const started = performance.now()
    const known = headers['if-none-match']
    try {
      if (known !== undefined && includesEtag(known, page.etag, true)) {
        response.writeHead(304, page.head.concat(id)).end()
      } else {
        const { head, body } = await page.encode(acceptedCoding(headers['accept-encoding'], codings))
        response.writeHead(200, head.concat(id)).end(body)
      }
    } catch (error) {
      log.error('a prerendered page could not be compressed', error, { id, path })
      // The router renders pages, too.
      return next(request, response)
    }
    logRequest({ id, method, path, status: response.statusCode, started })
  }
}

/** @returns the pages by their addresses, with and without a slash at the end */
function readPages(config: Config, folder: string): Map<string, Page> {
  const year = String(new Date().getUTCFullYear())
  const pages = new Map<string, Page>()
  for (const file of listFiles(folder).filter(path => path.endsWith('/index.html'))) {
    const path = file.slice(0, -'/index.html'.length)
    const built = readFileSync(join(folder, file), 'utf8')
    const completed = built.replaceAll(originPlaceholder, config.origin).replaceAll(yearPlaceholder, year)
    const page = pageOf(path || '/', completed, folder, config)
    pages.set(`${path}/`, page).set(path || '/', page)
  }
  return pages
}

function pageOf(path: string, completed: string, folder: string, config: Config): Page {
  const { html, style } = deferScripts(completed, sheet => readFileSync(join(folder, sheet), 'utf8'))
  const inline = { scripts: inlineScripts(html).map(cspHash).join(' '), styles: cspHash(style) }
  const bytes = Buffer.from(html)
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
  const headOf = (...more: string[]) => [
    ...standardHeaders(config).flat(),
    ...['Content-Security-Policy', contentPolicy(false)(path, inline), 'Cache-Control', 'no-cache'],
    // Weak, because it is the same however the page is compressed.
    ...['ETag', `W/${etag}`, 'Vary', 'Accept-Encoding', ...more, 'X-Request-Id'],
  ]
  const encodeNow = async (coding?: Coding) => {
    const body = coding ? await encoders[coding](bytes) : bytes
    const encoding = coding ? ['Content-Encoding', coding] : []
    const type = ['Content-Type', 'text/html; charset=utf-8']
    return { body, head: headOf(...type, ...encoding, 'Content-Length', String(body.length)) }
  }
  const encoded: Partial<Record<Coding | 'none', ReturnType<typeof encodeNow>>> = {}
  const encode = (coding?: Coding) => {
    const name = coding ?? 'none'
    // A failure isn't kept: the next reader's page is compressed again.
    encoded[name] ??= encodeNow(coding).catch(error => {
      delete encoded[name]
      throw error
    })
    return encoded[name]
  }
  return { etag, head: headOf(), encode }
}

/** Executable inline scripts, which excludes JSON-LD. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => !/\ssrc=/.test(attributes) && !/application\/ld\+json/.test(attributes))
    .map(([, , script = '']) => script)
}

function cspHash(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

/** Proxies may send whole addresses, which every server must accept (RFC 9112 section 3.2.2). */
function withoutOrigin(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
}
