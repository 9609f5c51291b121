import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../access/rate-limit.ts'
import type { Config } from '../platform/config.ts'
import { addressOf } from './request-client.ts'

/** How long, in milliseconds, and how many connections may keep the server waiting. */
export interface ConnectionLimits {
  /** Until a request's headers are complete. */
  headers: number
  /** Until a form's body is complete. Uploads may take as long as bytes arrive. */
  form: number
  /** Without a byte in either direction. Live updates send one every 20 seconds. */
  silence: number
  /** Connections of one client, whatever they do. More are refused. */
  perClient: number
  /** Of those, the ones that wait for a request to arrive. With more, the one that has waited longest is closed. */
  waitingPerClient: number
  /** Waiting connections of all clients together. */
  waiting: number
}

export const connectionLimits: ConnectionLimits = {
  headers: 15_000,
  form: 60_000,
  silence: 120_000,
  perClient: 500,
  waitingPerClient: 100,
  waiting: 2000,
}

/**
 * Creates the site's server. Slow and half-open connections cost others nothing: each has a limited time, each client a
 * limited number, and when there are too many, those that have waited longest are closed to make room. Behind a proxy
 * (TRUST_PROXY), all connections are the proxy's, so clients are limited only once their request names them.
 * @param listener handles requests; it may also be added later
 */
export function createSiteServer(
  { trustProxy }: Pick<Config, 'trustProxy'>,
  listener?: RequestListener,
  limits = connectionLimits,
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
  /** Whose each connection is; those of a proxy are no client's. */
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
    // Between requests a connection waits again.
    response.once('finish', () => {
      if (!socket.destroyed) waiting.add(socket, clients.get(socket))
    })
  })
  if (listener) server.on('request', listener)
  return server
}

/** Whether a body is still to arrive that isn't a file's. */
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

/** Connections that wait for a request, oldest first, and how many each client has. */
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
