import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Config } from '../platform/config.ts'
import { log } from '../platform/log.ts'
import { builtFile, isCompressedCopy, listFiles } from './built-files.ts'
import { prerenderedPage } from './prerendered.ts'
import { longestAddress } from './request-bounds.ts'
import { nextRequestId } from './request-id.ts'
import { logRequest } from './request-log.ts'
import { contentPolicy, type Header, type InlineSources, standardHeaders } from './security-headers.ts'
import type { StaticContent } from './static-content.ts'

const pageName = 'index.html'

/**
 * Answers GET and HEAD of built files and prerendered pages, found by their exact address in a list made at startup.
 * Reads and compresses each on its first request. A page with a query may differ, so it goes to `next`, like everything
 * else.
 * @param folder the built browser files
 * @param next handles all other requests
 */
export function createFront(config: Config, folder: string, next: RequestListener): RequestListener {
  const contents = listContents(config, folder)
  return (request, response) => {
    const content = findContent(contents, request)
    if (content) void respond(content, request, response, next)
    else next(request, response)
  }
}

/** Prepares a page or file, once. */
type Prepare = () => StaticContent

interface Contents {
  pages: Map<string, Prepare>
  files: Map<string, Prepare>
}

function listContents(config: Config, folder: string): Contents {
  const standard = standardHeaders(config)
  const policyOf = contentPolicy(false)
  const headersFor = (path: string, inline?: InlineSources): Header[] => [
    ...standard,
    ['Content-Security-Policy', policyOf(path, inline)],
  ]
  const year = String(new Date().getUTCFullYear())
  const contents: Contents = { pages: new Map(), files: new Map() }
  for (const path of listFiles(folder)) {
    if (path.endsWith(`/${pageName}`)) {
      const page = path.slice(0, -pageName.length - 1) || '/'
      const prepare = once(() => prerenderedPage({ folder, path: page, origin: config.origin, year, headersFor }))
      contents.pages.set(page, prepare)
      if (page !== '/') contents.pages.set(`${page}/`, prepare)
    } else if (!isCompressedCopy(path) && !path.endsWith('.data')) {
      const prepare = once(() => builtFile(path, join(folder, path), headersFor(path)))
      contents.files.set(path, prepare)
    }
  }
  return contents
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

function findContent({ pages, files }: Contents, { method, url: sent = '' }: IncomingMessage): Prepare | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const url = withoutOrigin(sent)
  const page = pages.get(url)
  return page || url.length > longestAddress ? page : files.get(pathOf(url))
}

async function respond(prepare: Prepare, request: IncomingMessage, response: ServerResponse, next: RequestListener) {
  const id = nextRequestId()
  const started = performance.now()
  const { method = '', url = '' } = request
  const path = pathOf(withoutOrigin(url))
  try {
    const sent = prepare().send(request, response, id)
    const status = typeof sent === 'number' ? sent : await sent
    logRequest({ id, method, path, status, started })
  } catch (error) {
    log.error('a built file could not be sent', error, { id, path })
    // The router renders pages too.
    if (response.headersSent) response.destroy()
    else next(request, response)
  }
}

/** Proxies may send whole addresses, which every server must accept (RFC 9112 section 3.2.2). */
function withoutOrigin(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}
