import type { Context, Hono } from 'hono'
import { href } from 'react-router'
import { servePart } from '../app/bulk-delivery/server/serve-part.ts'
import { getCalendarFile } from '../app/calendar/server/feed.ts'
import { serveDeliveryFile } from '../app/deliveries/server/serve-delivery-file.ts'
import { streamEvents } from '../app/documents/server/live-updates.ts'
import { serveFile } from '../app/downloads/server/serve-file.ts'
import { serveArchive } from '../app/downloads/server/serve-zip.ts'
import { readSession, signOut } from '../app/identity/server/current-session.ts'
import { unsubscribe } from '../app/notifications/server/mail-preferences.ts'
import { serveDataExport } from '../app/people/server/data-export.ts'
import { serveEnvelope } from '../app/signing/server/serve-envelope.ts'
import { handleUpload } from '../app/uploads/server/uploads.ts'
import { bulkForm, readinessCacheTime } from '../rules/limits.ts'
import { urlOf, withQuery } from '../rules/url.ts'
import type { Actor } from './access/actor.ts'
import { pingDatabase } from './database/connection.ts'
import { readForm } from './http/form-body.ts'
import { RESPONSE_ALREADY_SENT, takeOver } from './http/raw-response.ts'
import { clientOf, isNavigation, originOf, refusePrefetch } from './http/request-client.ts'
import { type Download, sendDownload } from './http/send-download.ts'
import type { Config } from './platform/config.ts'
import { log } from './platform/log.ts'
import { onceIn } from './platform/once-in.ts'
import { PortalError } from './platform/portal-error.ts'
import { storage } from './storage/storage.ts'
import { StoreError } from './storage/storage-port.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Who is signed in, once a route has asked. */
    actor: Actor | undefined
  }
}

/** For monitoring: is the process alive, and can it do its work? */
export function addHealthRoutes(http: Hono): void {
  http.get('/healthz', c => c.text('ok'))
  const isReady = onceIn(readinessCacheTime, async () => {
    try {
      await Promise.all([pingDatabase(), storage().ping()])
      return true
    } catch (error) {
      const { cause = error } = error as { cause?: unknown }
      const reason = error instanceof StoreError ? error : cause
      log.warn('not ready', { reason: reason instanceof Error ? reason.message : String(reason) })
      return false
    }
  })
  http.get('/readyz', async c => ((await isReady()) ? c.text('ready') : c.text('not ready', 503)))
}

/** Mail services call this from elsewhere, with neither cookie nor origin (RFC 8058). The sealed token is the proof. */
export function addUnsubscribeRoutes(http: Hono): void {
  http.post('/unsubscribe', async c => {
    await unsubscribe(c.req.query('token') ?? '')
    return c.text(
      'You won’t get any more e-mail about your documents. We’ll still send messages about the security of your ' +
        'account.',
    )
  })
  http.get('/unsubscribe', c => c.redirect(href('/profile/settings')))
}

/** Calendar programs fetch the days of someone's payments without signing in. The secret in the address is the proof. */
export function addCalendarRoutes(http: Hono): void {
  http.get('/calendar/:file', async c => {
    const file = await getCalendarFile(c.req.param('file').replace(/\.ics$/, ''))
    c.header('Content-Type', 'text/calendar; charset=utf-8')
    c.header('Content-Disposition', 'inline; filename="payments.ics"')
    c.header('Cache-Control', 'private, no-store')
    c.header('X-Robots-Tag', 'noindex')
    return c.body(file)
  })
}

/** Uploads, files and live updates, for people who are signed in. */
export function addFileRoutes(http: Hono, config: Config): void {
  const upload = async (c: Context) => handleUpload(c.req.raw, (await requireSignedIn(c, config)).actor)
  http.all('/uploads', upload)
  http.all('/uploads/:id', upload)
  http.post('/files/zip', async c => {
    const { actor } = await requireSignedIn(c, config)
    await readForm(c, bulkForm)
    return sendFile(c, () => serveArchive(c.req.raw, actor), pageOfForm(c, config))
  })
  http.get('/files/papers/:id', async c => {
    const { actor } = await requireSignedIn(c, config)
    return sendFile(c, () => servePart(c.req.raw, actor, c.req.param('id')))
  })
  http.get('/files/deliveries/:id/:n', async c => {
    const { actor } = await requireSignedIn(c, config)
    const requested = { delivery: c.req.param('id'), n: c.req.param('n') }
    return sendDownload(c, await serveDeliveryFile(c.req.raw, actor, requested))
  })
  http.get('/files/envelopes/:id', async c => {
    const { actor } = await requireSignedIn(c, config)
    return sendDownload(c, await serveEnvelope(c.req.raw, actor, c.req.param('id')))
  })
  http.get('/files/everything', async c => {
    const { actor, session } = await requireSignedIn(c, config)
    return sendFile(c, () => serveDataExport(c.req.raw, actor, session.id))
  })
  http.get('/files/:id', async c => {
    const { actor } = await requireSignedIn(c, config)
    return sendFile(c, () => serveFile(c.req.raw, actor, c.req.param('id')))
  })
  http.get('/events', async c => {
    const { actor, session } = await requireSignedIn(c, config)
    const user = c.req.query('user') ?? actor.id
    await streamEvents(actor, session.id, user, headers => takeOver(c, 200, headers, { endless: true }))
    return RESPONSE_ALREADY_SENT
  })
}

/**
 * Sends a requested file. Where that needs fresh proof, a window is redirected to the page that asks for it; a script
 * or a frame gets the error, and its page asks.
 * @param back where that page leads afterward: by default to the file
 */
async function sendFile(
  c: Context,
  serve: () => Promise<Response | Download>,
  back = pathOf(new URL(c.req.url)),
): Promise<Response> {
  const prefetched = refusePrefetch(c.req.raw)
  if (prefetched) return prefetched
  try {
    return await sendDownload(c, await serve())
  } catch (error) {
    const asks = error instanceof PortalError && error.code === 'PROOF_NEEDED'
    if (!asks || c.req.method === 'HEAD' || !isNavigation(c.req.raw)) throw error
    c.header('Cache-Control', 'no-store')
    return c.redirect(withQuery(href('/profile/proof'), { next: back }), 303)
  }
}

const pathOf = ({ pathname, search }: URL) => pathname + search

/** @returns the page that a form was sent from, as far as its browser says so: a path of this site */
function pageOfForm(c: Context, config: Config): string {
  const page = urlOf(c.req.header('referer') ?? '')
  return page && page.origin === originOf(c.req.raw, config) ? pathOf(page) : href('/profile')
}

/** A few words of JSON. */
const smallForm = { bytes: 1000, fields: 10 }

/** Reading and ending the session, for the pages' script. */
export function addSessionRoutes(http: Hono, config: Config): void {
  http.on(['GET', 'POST'], '/api/session', async c => {
    const signedIn = await readSession(clientOf(c, config), c.req.method === 'POST')
    for (const cookie of signedIn?.cookies ?? []) c.header('Set-Cookie', cookie, { append: true })
    c.header('Cache-Control', 'no-store')
    const { profile = null, session } = signedIn ?? {}
    // No one is signed out because their profile could not be read in time: the page asks again.
    const answer = { profile, expires_at: session?.expiresAt ?? null, server_time: new Date() }
    if (!signedIn || profile) return c.json(answer)
    const { code, message, status, retryAfter } = new PortalError('PROFILE_UNREADABLE', { retryAfter: 2 })
    c.header('Retry-After', String(retryAfter))
    return c.json({ ...answer, code, message }, status as 503)
  })
  http.post('/api/sign-out', async c => {
    await readForm(c, smallForm)
    const requested = await c.req.json<{ scope?: string } | null>().catch(() => null)
    const { cookies, ended } = await signOut(clientOf(c, config), requested?.scope === 'global' ? 'global' : 'local')
    for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
    return c.json({ signed_out: true, ended })
  })
}

/** @throws PortalError NO_SESSION; PROFILE_UNREADABLE where the profile can't be read right now */
async function requireSignedIn(c: Context, config: Config) {
  const signedIn = await readSession(clientOf(c, config))
  if (!signedIn) throw new PortalError('NO_SESSION')
  const { actor, session } = signedIn
  // Not NO_SESSION: pages would go to the sign-in, and uploads would give up.
  if (!actor || !session) throw new PortalError('PROFILE_UNREADABLE', { retryAfter: 2 })
  c.set('actor', actor)
  for (const cookie of signedIn.cookies) c.header('Set-Cookie', cookie, { append: true })
  return { actor, session }
}
