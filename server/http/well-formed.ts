import type { IncomingMessage, RequestListener } from 'node:http'

/**
 * Refuses what Node.js accepts but a proxy may read differently: a request of HTTP before 1.0, which has no headers,
 * and one with several Host headers (RFC 9112 section 3.2).
 * @param next handles all other requests
 */
export function onlyWellFormed(next: RequestListener): RequestListener {
  return (request, response) => {
    if (request.httpVersionMajor >= 1 && !hasSeveralHosts(request)) return next(request, response)
    response.shouldKeepAlive = false
    response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
    response.end('This request is malformed.\n')
  }
}

function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}
