import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono, MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { PortalError } from '../platform/portal-error.ts'
import { workerPolicy } from './security.ts'

/**
 * Serves the built browser files, compressed where that was done. Those in `/assets` carry their content's hash in
 * their name and never change; the others may, and are asked after.
 * @param folder where they are
 */
export function serveBuiltFiles(http: Hono, folder: string): void {
  http.use('/assets/*', filesOf(folder, 'public, max-age=31536000, immutable'))
  http.get('/assets/*', () => {
    throw new PortalError('NOT_FOUND')
  })
  const tagged = etag()
  const publicFiles = filesOf(folder, 'public, max-age=3600')
  http.use(async (c, next) => {
    // Only files may pass here: pages and events are streams. Nor is a prerendered page a file: it goes with a policy
    // of its own.
    const isFile = /\.(?!(data|html)$)[a-z0-9]+$/.test(c.req.path) && !c.req.path.startsWith('/files/')
    if (!isFile) return next()
    const file = await publicFiles(c, async () => {})
    // Some such addresses are answered further down: /sitemap.xml, /robots.txt.
    if (!(file instanceof Response)) return next()
    return tagged(c, async () => {
      if (file.ok) file.headers.set('ETag', tagOf(file))
      c.res = file
    })
  })
}

/** Goes on to the next in line where there is no such file. */
function filesOf(root: string, cacheControl: string): MiddlewareHandler {
  const serve = serveStatic({ root, precompressed: true })
  return async (c, next) => {
    const file = await serve(c, next)
    if (!(file instanceof Response)) return file
    // Not by its `onFound`, which comes too late for headers.
    file.headers.set('Cache-Control', cacheControl)
    if (/\.worker\.[^/]*\.mjs$/.test(c.req.path)) file.headers.set('Content-Security-Policy', workerPolicy)
    return file
  }
}

/**
 * @param file an answer with a whole file or a part of it, which has the whole's tag (RFC 9110 section 15.3.7)
 * @returns its tag, of time and size: hashing would read a film to its end for each part of it
 */
function tagOf({ headers }: Response): string {
  const size = headers.get('Content-Range')?.split('/')[1] ?? headers.get('Content-Length')
  return `W/"${Date.parse(headers.get('Last-Modified') ?? '').toString(36)}-${size}"`
}
