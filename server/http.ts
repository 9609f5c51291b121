import { randomUUID } from 'node:crypto'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import type { ServerContext } from '../app/context.ts'
import { embeds } from '../content/embeds.ts'
import { readSession, type SignedIn, signOut } from './auth.ts'
import type { Config } from './config.ts'
import { isDatabaseAway, pingDatabase } from './database/connection.ts'
import { PortalError } from './errors.ts'
import { streamEvents } from './events.ts'
import { serveFile } from './files.ts'
import { clientOf, originOf } from './http/client.ts'
import { prerendered } from './http/prerendered.ts'
import { sameOrigin, securityHeaders } from './http/security.ts'
import { log } from './log.ts'
import { outboxFolder } from './mail/mailer.ts'
import { outboxIn } from './mail/outbox.ts'
import { operations } from './operations.ts'
import { storage } from './storage/storage.ts'
import { handleUpload } from './uploads.ts'

/** Answers for a page, see `app/entry.server.tsx`. */
export type Pages = (request: Request, context: ServerContext) => Promise<Response>

interface HttpOptions {
  config: Config
  /** The folder of the built browser files. */
  clientFolder: string
  pages: Pages
  development: boolean
}

/** Makes the site: every request goes down this list and stops at the first entry that answers. */
export function createHttp({ config, clientFolder, pages, development }: HttpOptions): Hono {
  const http = new Hono()
  const outbox = config.loopback && !config.smtpUrl ? outboxIn(outboxFolder(config)) : undefined

  http.use(async (c, next) => {
    const started = performance.now()
    c.set('requestId', randomUUID())
    await next()
    c.res.headers.set('X-Request-Id', c.get('requestId'))
    if (c.req.path.startsWith('/assets/')) return
    const milliseconds = Math.round(performance.now() - started)
    log.info('request', {
      id: c.get('requestId'),
      method: c.req.method,
      path: c.req.path,
      // Whoever asked did not wait for the answer: nginx's number for that.
      status: c.req.raw.signal.aborted ? 499 : c.res.status,
      milliseconds,
    })
  })
  http.use(securityHeaders(config, development))
  http.onError(answerError)

  http.get('/healthz', c => c.text('ok'))
  http.get('/readyz', async c => {
    try {
      await Promise.all([pingDatabase(), storage().ping()])
      return c.text('ready')
    } catch (error) {
      log.warn('not ready', { reason: error instanceof Error ? error.message : String(error) })
      return c.text('not ready', 503)
    }
  })

  // Built files carry their content's hash in their name and never change; the others may, and are asked after.
  http.use('/assets/*', serveStatic({ root: clientFolder, precompressed: true, onFound: cacheFor(31_536_000, true) }))
  http.get('/assets/*', () => {
    throw new PortalError('NOT_FOUND')
  })
  const tagged = etag({ weak: true })
  const publicFiles = serveStatic({ root: clientFolder, precompressed: true, onFound: cacheFor(3600) })
  http.use(async (c, next) => {
    // A tag is made from the whole answer, so only files may pass here: pages and events are streams. Nor
    // is a prerendered page a file: it goes with a policy of its own.
    const isFile = /\.(?!(data|html)$)[a-z0-9]+$/.test(c.req.path) && !c.req.path.startsWith('/files/')
    if (!isFile) return next()
    const file = await publicFiles(c, async () => {})
    // Some such addresses are answered further down: /sitemap.xml, /robots.txt.
    if (!(file instanceof Response)) return next()
    return tagged(c, async () => {
      c.res = file
    })
  })

  if (!development) http.use(prerendered(clientFolder, config.origin))

  http.use(sameOrigin(config))

  http.all('/uploads', async c => handleUpload(c.req.raw, (await mustBeSignedIn(c)).actor))
  http.all('/uploads/:id', async c => handleUpload(c.req.raw, (await mustBeSignedIn(c)).actor))
  http.use(bodyLimit({ maxSize: 1024 * 1024 }))
  http.get('/files/:id', async c => serveFile(c.req.raw, (await mustBeSignedIn(c)).actor, c.req.param('id')))
  http.get('/events', async c => {
    const { actor, session } = await mustBeSignedIn(c)
    return streamEvents(actor, session.id, c.req.query('user') ?? actor.id, c.req.raw.signal)
  })

  http.on(['GET', 'POST'], '/api/session', async c => {
    const signedIn = await readSession(clientOf(c, config), c.req.method === 'POST')
    for (const cookie of signedIn?.cookies ?? []) c.header('Set-Cookie', cookie, { append: true })
    c.header('Cache-Control', 'no-store')
    return c.json({
      profile: signedIn?.profile ?? null,
      expires_at: signedIn?.session.expiresAt ?? null,
      server_time: new Date(),
    })
  })
  http.post('/api/sign-out', async c => {
    const { scope } = await c.req.json<{ scope?: string }>().catch(() => ({ scope: 'local' }))
    const cookies = await signOut(clientOf(c, config), scope === 'global' ? 'global' : 'local')
    for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
    return c.json({ signed_out: true })
  })

  http.use(compress())
  http.all('*', async c => {
    const client = clientOf(c, config)
    const signedIn = await readSession(client)
    const answer = await pages(asSeenOutside(c.req.raw, config), {
      actor: signedIn?.actor,
      signedIn: signedIn !== undefined,
      client,
      operations,
      log: log.with({ id: c.get('requestId') }),
      outbox,
      devPages: config.devPages || development,
      nonce: c.get('nonce'),
      embeds,
    })
    const headers = new Headers(answer.headers)
    // An answer that signs in or out has cookies of its own, and they are newer.
    if (!headers.has('Set-Cookie')) {
      for (const cookie of signedIn?.cookies ?? []) headers.append('Set-Cookie', cookie)
    }
    if (signedIn && !headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
    return new Response(answer.body, { status: answer.status, headers })
  })

  async function mustBeSignedIn(c: Context) {
    const signedIn = await readSession(clientOf(c, config))
    if (!signedIn) throw new PortalError('NO_SESSION')
    // Not the end of the session: whoever hears of that signs in again, and an upload gives up.
    if (!signedIn.actor) throw new PortalError('PROFILE_UNREADABLE', { retryAfter: 2 })
    for (const cookie of signedIn.cookies) c.header('Set-Cookie', cookie, { append: true })
    return signedIn as SignedIn & { actor: NonNullable<SignedIn['actor']> }
  }

  return http
}

/** The request with the address its sender used, which forms are checked against and links are made from. */
function asSeenOutside(request: Request, config: Config): Request {
  const { pathname, search } = new URL(request.url)
  return new Request(originOf(request, config) + pathname + search, {
    method: request.method,
    headers: request.headers,
    body: request.body,
    signal: request.signal,
    duplex: 'half',
  } as RequestInit)
}

/** An error as an answer: a sentence a person can act on, or the one for faults of ours, which go to the log. */
function answerError(error: Error, c: Context): Response {
  const portal = asPortalError(error)
  const status = portal.code === 'UNEXPECTED' ? 500 : portal.status
  if (status >= 500) log.error('a request failed', error, { id: c.get('requestId'), path: c.req.path })
  if (portal.retryAfter) c.header('Retry-After', String(portal.retryAfter))
  c.header('Cache-Control', 'no-store')
  return c.json({ code: portal.code, message: portal.message, request_id: c.get('requestId') }, status as 400)
}

function asPortalError(error: Error): PortalError {
  if (error instanceof PortalError) return error
  return isDatabaseAway(error)
    ? new PortalError('AWAY', { cause: error, retryAfter: 2 })
    : new PortalError('UNEXPECTED', { cause: error })
}

function cacheFor(seconds: number, immutable = false) {
  return (_path: string, c: Context) => {
    c.header('Cache-Control', `public, max-age=${seconds}${immutable ? ', immutable' : ''}`)
  }
}
