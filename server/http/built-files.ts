import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono, MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { PortalError } from '../platform/portal-error.ts'
import { workerPolicy } from './security-headers.ts'

/**
 * Serves the built browser files, precompressed where available. Names in `/assets` contain a hash of the content, so
 * those files never change; the others are revalidated.
 * @param folder of the files
 */
export function serveBuiltFiles(http: Hono, folder: string): void {
  http.use('/assets/*', staticFiles(folder, 'public, max-age=31536000, immutable'))
  http.get('/assets/*', () => {
    throw new PortalError('NOT_FOUND')
  })
  const tagged = etag()
  const publicFiles = staticFiles(folder, 'public, max-age=3600')
  http.use(async (c, next) => {
    // Only files here: pages and events are streams, and a prerendered page needs a policy of its own.
    const isFile = /\.(?!(data|html)$)[a-z0-9]+$/.test(c.req.path) && !c.req.path.startsWith('/files/')
    if (!isFile) return next()
    const file = await publicFiles(c, async () => {})
    // Later routes handle some of these paths: /sitemap.xml, /robots.txt.
    if (!(file instanceof Response)) return next()
    return tagged(c, async () => {
      if (file.ok) file.headers.set('ETag', etagOf(file))
      c.res = file
    })
  })
}

/** Serves a folder; where there is no such file, the next handler runs. */
function staticFiles(root: string, cacheControl: string): MiddlewareHandler {
  const serve = serveStatic({ root, precompressed: true })
  return async (c, next) => {
    const file = await serve(c, next)
    if (!(file instanceof Response)) return file
    // Not in `onFound`, which runs too late for headers.
    file.headers.set('Cache-Control', cacheControl)
    if (/\.worker\.[^/]*\.mjs$/.test(c.req.path)) file.headers.set('Content-Security-Policy', workerPolicy)
    return file
  }
}

/**
 * @param file a response with a whole file or part of it, which has the whole's tag (RFC 9110 section 15.3.7)
 * @returns its tag, from time and size: hashing would read a whole film for each part of it
 */
function etagOf({ headers }: Response): string {
  const size = headers.get('Content-Range')?.split('/')[1] ?? headers.get('Content-Length')
  return `W/"${Date.parse(headers.get('Last-Modified') ?? '').toString(36)}-${size}"`
}
