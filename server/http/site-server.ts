import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type Socket, Server as TcpServer } from 'node:net'
import { networkOf } from '../access/rate-limit.ts'
import type { Config } from '../platform/config.ts'
import { addressOf } from './request-client.ts'

/** Limits of time, in milliseconds, and of connections. */
export interface ConnectionLimits {
  /** Until a request's headers are complete. */
  headers: number
  /** Until a form's body is complete. Uploads may take as long as bytes arrive. */
  form: number
  /** Without a byte in either direction. Live updates send one every 20 seconds. */
  silence: number
  /** Connections per client. More are refused. */
  perClient: number
  /** Idle ones per client. Beyond that, the longest idle one is closed. */
  waitingPerClient: number
  /** Idle connections of all clients. */
  waiting: number
}

/**
 * @param processes that share the site's port in rotation, and so a client's connections
 * @returns the limits of one of them
 */
export function connectionLimits(processes = 1): ConnectionLimits {
  const part = (connections: number) => Math.ceil(connections / processes)
  return {
    headers: 15_000,
    form: 60_000,
    silence: 120_000,
    perClient: part(500),
    waitingPerClient: part(100),
    waiting: part(2000),
  }
}

/**
 * Creates the site's server. Slow and half-open connections don't affect others: each has a limited time, each client a
 * limited number, and beyond a total, those idle longest are closed. Behind a proxy (TRUST_PROXY), all connections are
 * the proxy's, so clients are limited only once their request names them.
 * @param listener handles requests; it may also be added later
 */
export function createSiteServer(
  { trustProxy, workers = 1 }: Pick<Config, 'trustProxy'> & Partial<Pick<Config, 'workers'>>,
  listener?: RequestListener,
  limits = connectionLimits(workers),
): Server {
  const server = createServer({
    headersTimeout: limits.headers,
    // Set for each request below: one limit for all would end slow uploads.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(5000, limits.headers),
  })
  server.timeout = limits.silence
  const waiting = waitingConnections(limits)
  const open = new Map<string, number>()
  /** The client of each connection; a proxy's have none. */
  const clients = new WeakMap<Socket, string>()

  server.on('connection', (socket: Socket) => {
    if (trustProxy === 0) {
      const client = networkOf(socket.remoteAddress ?? '')
      const others = open.get(client) ?? 0
      if (others >= limits.perClient) return socket.destroy()
      open.set(client, others + 1)
      clients.set(socket, client)
    }
    waiting.add(socket, clients.get(socket))
    socket.once('close', () => {
      waiting.remove(socket)
      const client = clients.get(socket)
      if (client === undefined) return
      const left = (open.get(client) ?? 1) - 1
      if (left > 0) open.set(client, left)
      else open.delete(client)
    })
  })
  server.on('request', (request, response) => {
    const { socket } = request
    waiting.remove(socket)
    if (hasForm(request)) {
      const address = addressOf(request.headers['x-forwarded-for'], socket.remoteAddress, trustProxy)
      waiting.add(socket, networkOf(address))
      limitFormTime(request, response, limits.form)
      request.once('end', () => waiting.remove(socket))
    }
    // Between requests a connection is idle again.
    response.once('finish', () => {
      if (!socket.destroyed) waiting.add(socket, clients.get(socket))
    })
  })
  if (listener) server.on('request', listener)
  return server
}

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

/**
 * Accepts no more connections, and resolves once existing ones are closed: each with its next response, and an idle one
 * at once or after a while.
 * @param keepIdleMs milliseconds that idle connections stay open. A proxy may be sending a request on one of them that
 * it can't resend
 */
export async function closeServer(server: Server, keepIdleMs: number): Promise<void> {
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false
  })
  // The HTTP server's own method closes idle connections.
  const closed = new Promise(resolve => TcpServer.prototype.close.call(server, resolve))
  const closing = setTimeout(() => server.closeIdleConnections(), keepIdleMs)
  await closed
  clearTimeout(closing)
}

/** Whether a body other than a file's is still to arrive. */
function hasForm({ headers, url = '' }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return hasBody && !/^\/uploads(\/|\?|$)/.test(url)
}

function limitFormTime(request: IncomingMessage, response: ServerResponse, milliseconds: number): void {
  const timer = setTimeout(() => {
    const { socket } = request
    if (!response.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    socket.destroy()
  }, milliseconds)
  timer.unref()
  request.once('end', () => clearTimeout(timer))
  response.once('close', () => clearTimeout(timer))
}

/** Idle connections, oldest first, and their number per client. */
function waitingConnections(limits: ConnectionLimits) {
  const all = new Map<Socket, string | undefined>()
  const byClient = new Map<string, Set<Socket>>()
  const remove = (socket: Socket) => {
    const client = all.get(socket)
    all.delete(socket)
    if (client === undefined) return
    const own = byClient.get(client)
    own?.delete(socket)
    if (own?.size === 0) byClient.delete(client)
  }
  const closeOldest = (sockets: Iterable<Socket>) => {
    for (const socket of sockets) {
      remove(socket)
      socket.destroy()
      return
    }
  }
  const add = (socket: Socket, client: string | undefined) => {
    remove(socket)
    all.set(socket, client)
    if (client !== undefined) {
      const own = byClient.get(client) ?? new Set()
      byClient.set(client, own.add(socket))
      if (own.size > limits.waitingPerClient) closeOldest(own)
    }
    if (all.size > limits.waiting) closeOldest(all.keys())
  }
  return { add, remove }
}
