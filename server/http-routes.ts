import { randomBytes } from 'node:crypto'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import type { ServerContext } from '../app/context.ts'
import { embeds } from '../content/embeds.ts'
import { formSize } from '../rules/limits.ts'
import { pingDatabase } from './database/connection.ts'
import { streamEvents } from './documents/live-updates.ts'
import { serveArchive } from './downloads/archive.ts'
import { serveFile } from './downloads/serve-file.ts'
import { answerError, asPortalError } from './http/error-response.ts'
import { prerendered } from './http/prerendered.ts'
import { clientOf, isFromHere, originOf } from './http/request-client.ts'
import { sameOrigin, securityHeaders, workerPolicy } from './http/security.ts'
import { readSession, type SignedIn, signOut } from './identity/auth.ts'
import { outboxFolder } from './mail/mailer.ts'
import { outboxIn, showsOutbox } from './mail/outbox.ts'
import { stopMail } from './notifications/notify.ts'
import { operations } from './operations.ts'
import { serveEverything } from './people/data-export.ts'
import type { Config } from './platform/config.ts'
import { log } from './platform/log.ts'
import { PortalError } from './platform/portal-error.ts'
import { storage } from './storage/storage.ts'
import { handleUpload } from './uploads/uploads.ts'

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
  const outbox = showsOutbox(config) ? outboxIn(outboxFolder(config)) : undefined

  http.use(async (c, next) => {
    const started = performance.now()
    c.set('requestId', randomBytes(8).toString('hex'))
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
  http.use('/assets/*', builtFiles(clientFolder, 'public, max-age=31536000, immutable'))
  http.get('/assets/*', () => {
    throw new PortalError('NOT_FOUND')
  })
  const tagged = etag()
  const publicFiles = builtFiles(clientFolder, 'public, max-age=3600')
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

  if (!development) http.use(prerendered(clientFolder, config.origin))

  // RFC 8058: the reader's mail service presses the button, with no cookie and no origin. The seal is its proof.
  http.post('/unsubscribe', async c => {
    await stopMail(c.req.query('token') ?? '')
    return c.text(
      'You won’t get any more e-mail about your documents. We’ll still send messages about the security of your ' +
        'account.',
    )
  })
  http.get('/unsubscribe', c => c.redirect('/profile?tab=settings'))

  http.use(sameOrigin(config))

  http.all('/uploads', async c => handleUpload(c.req.raw, (await requireSignedIn(c)).actor))
  http.all('/uploads/:id', async c => handleUpload(c.req.raw, (await requireSignedIn(c)).actor))
  http.use(bodyLimit({ maxSize: formSize, onError: () => Promise.reject(new PortalError('FORM_LARGE')) }))
  http.post('/files/zip', async c => serveArchive(c.req.raw, (await requireSignedIn(c)).actor))
  http.get('/files/everything', async c => {
    const { actor, session } = await requireSignedIn(c)
    return serveEverything(c.req.raw, actor, session.id)
  })
  http.get('/files/:id', async c => serveFile(c.req.raw, (await requireSignedIn(c)).actor, c.req.param('id')))
  http.get('/events', async c => {
    const { actor, session } = await requireSignedIn(c)
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
    const asked = await c.req.json<{ scope?: string } | null>().catch(() => null)
    const cookies = await signOut(clientOf(c, config), asked?.scope === 'global' ? 'global' : 'local')
    for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
    return c.json({ signed_out: true })
  })

  http.use(compress())
  http.all('*', async c => {
    const client = clientOf(c, config)
    const readable = c.req.method === 'GET' || c.req.method === 'HEAD'
    let away = false
    const signedIn = await readSession(client).catch(error => {
      // Pages that need nobody's name stand, and the others say it in their own way. A form is refused as a whole.
      const { code } = asPortalError(error)
      if (!readable || code !== 'AWAY') throw error
      log.warn('a page was asked for while the database is away', { id: c.get('requestId'), path: c.req.path })
      away = true
      return undefined
    })
    const answer = await pages(asSeenOutside(c.req.raw, config), {
      actor: signedIn?.actor,
      signedIn: signedIn !== undefined,
      away,
      sessionId: signedIn?.session.id,
      client,
      operations,
      log: log.with({ id: c.get('requestId') }),
      outbox: isFromHere(c.req.raw) ? outbox : undefined,
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

  async function requireSignedIn(c: Context) {
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

/** Files of a folder, compressed where that was done; goes on where there is none. */
function builtFiles(root: string, cacheControl: string): MiddlewareHandler {
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
