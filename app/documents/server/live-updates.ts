import type { OutgoingHttpHeaders } from 'node:http'
import type { Writable } from 'node:stream'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { requireAdministrator, requireOwnerOrAdministrator } from '../../../server/access/roles.ts'
import { authDatabase, listenerClient } from '../../../server/database/connection.ts'
import { log } from '../../../server/platform/log.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { everyone, LiveStream, streams } from './live-streams.ts'

/** A row of `documents` was inserted, updated or deleted; `user_id` is its owner. */
export interface DocumentEvent {
  type: 'insert' | 'update' | 'delete'
  id: string
  user_id: string
}

/** The database's notification. */
interface Announcement extends DocumentEvent {
  /** Only the uploader may see it so far. */
  hidden: boolean
  /** People who list it: its owner, members of its holder, and delegates with access to its category. */
  members?: string[] | null
  uploaded_by: string | null
}

/** News in a conversation; `user_id` is its person, null for a visitor's; `read_by` is who has just read it. */
export interface ConversationEvent {
  id: string
  user_id: string | null
  read_by?: string
}

let heartbeatTimer: NodeJS.Timeout | undefined
let listener: pg.Client | undefined
let closed = false

/** Starts the process's one listener. It reconnects by itself, and then makes every page catch up. */
export async function openLiveUpdates(): Promise<void> {
  closed = false
  await listen()
  heartbeatTimer = setInterval(() => {
    if (!streams.beat()) return
    endLapsedStreams().catch(error =>
      log.warn('sessions of live updates could not be checked', { reason: String(error) }),
    )
  }, 1000)
  heartbeatTimer.unref()
}

/** Ends every stream and the listener. */
export async function closeLiveUpdates(): Promise<void> {
  closed = true
  clearInterval(heartbeatTimer)
  for (const stream of streams) stream.close()
  await listener?.end().catch(() => {})
  listener = undefined
}

async function listen(): Promise<void> {
  const client = listenerClient()
  client.on('notification', ({ channel, payload }) => {
    const event = parseEvent(payload)
    if (!event) return
    if (channel === 'documents') publishDocumentEvent(event)
    else if (channel === 'conversations') publishConversationEvent(event)
    else if (channel === 'profiles') publishProfileEvent(event)
    else if (channel === 'office') publishToOffice()
    else if (channel === 'grants') for (const stream of streams.readBy(event.person_id)) stream.close()
    else for (const stream of streams.ofSession(event.id)) stream.close()
  })
  client.on('error', error =>
    log.warn('the live-updates listener lost its database connection', { reason: error.message }),
  )
  try {
    await client.connect()
    await client.query(
      'listen documents; listen conversations; listen sessions; listen profiles; listen office; listen grants',
    )
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
  // Only now: a failed connection also emits `end`, and each failure would then schedule two reconnects.
  client.once('end', () => {
    if (!closed) setTimeout(reconnect, 200).unref()
  })
  listener = client
  if (closed) await client.end().catch(() => {})
}

/** Any database role can send any text, and an exception here would end the process. */
function parseEvent(payload = '') {
  try {
    const event = JSON.parse(payload)
    return typeof event === 'object' ? event : null
  } catch {
    return null
  }
}

async function reconnect(): Promise<void> {
  if (closed) return
  try {
    await listen()
    // Changes and ended sessions may have been missed: every page must reconnect, authenticate and catch up.
    for (const stream of streams) stream.close()
  } catch {
    setTimeout(reconnect, 1000).unref()
  }
}

/**
 * Ends the streams of expired sessions and of delegates with an ended grant, which write nothing at that moment and so
 * send no notification, and those with a missed notification. Runs with every heartbeat; until it answers, streams
 * carry nothing that the database doesn't show their readers.
 */
export async function endLapsedStreams(): Promise<void> {
  const checked = [...streams]
  if (checked.length === 0) return
  const reasons = await lapseReasons(checked)
  for (const stream of checked) if (reasons.has(stream)) stream.close()
}

/** @returns the streams to end, with the code of the reason; a page whose grant has ended reconnects */
async function lapseReasons(checked: readonly LiveStream[]): Promise<Map<LiveStream, 'NO_SESSION' | 'FORBIDDEN'>> {
  const ids = [...new Set(checked.map(({ sessionId }) => sessionId))]
  const { rows } = await sql<{ id: string; is_admin: boolean; grant_ended: Date | null }>`
    select s.id, p.is_admin, (select max(g.ends_at) from public.grants g where g.person_id = p.id and g.ends_at <= now()
      and g.revoked_at is null) as grant_ended
    from auth.sessions s join public.user_profiles p on p.id = s.user_id
    where s.id = any(${ids}::uuid[]) and s.expires_at > ${new Date()} and p.disabled_at is null`.execute(authDatabase())
  const sessions = new Map(rows.map(row => [row.id, row]))
  const reasons = new Map<LiveStream, 'NO_SESSION' | 'FORBIDDEN'>()
  for (const stream of checked) {
    const session = sessions.get(stream.sessionId)
    if (!session) reasons.set(stream, 'NO_SESSION')
    else if ((stream.userId !== stream.actorId && !session.is_admin) || hasGrantEnded(stream, session.grant_ended))
      reasons.set(stream, 'FORBIDDEN')
  }
  return reasons
}

/** Stores at the first check what has ended before, so that only the database's clock matters. */
function hasGrantEnded(stream: LiveStream, last: Date | null): boolean {
  const ended = last?.getTime() ?? 0
  stream.lastGrantEnded ??= ended
  return stream.lastGrantEnded !== ended
}

function publishDocumentEvent({ hidden, uploaded_by, members, ...event }: Announcement): void {
  for (const userId of new Set(members ?? [event.user_id])) {
    // Each recipient owns the document.
    const text = `event: documents\ndata: ${JSON.stringify({ ...event, user_id: userId })}\n\n`
    for (const stream of streams.about(userId)) if (!hidden || stream.actorId === uploaded_by) stream.send(text)
  }
  const text = `event: documents\ndata: ${JSON.stringify(event)}\n\n`
  for (const stream of streams.about(everyone)) if (!hidden || stream.actorId === uploaded_by) stream.send(text)
}

/** An administrator's reading concerns the person, who sees the fund's read mark, and that administrator's pages. */
function publishConversationEvent({ id, user_id, read_by }: ConversationEvent): void {
  const text = `event: conversations\ndata: ${JSON.stringify({ id })}\n\n`
  const byAdministrator = read_by !== undefined && read_by !== user_id
  const others = byAdministrator ? streams.readBy(read_by) : streams.about(everyone)
  const own = user_id === null ? [] : streams.about(user_id)
  for (const stream of new Set([...own, ...others])) stream.send(text)
}

/** Notifies administrators' pages of other changes, such as a call or a guest. */
function publishToOffice(): void {
  for (const stream of streams.about(everyone)) stream.send('event: office\ndata: {}\n\n')
}

/** Notifies a person's pages of a changed profile; streams only for administrators end with that right. */
function publishProfileEvent({ id, is_admin }: { id: string; is_admin: boolean }): void {
  for (const stream of streams.readBy(id)) {
    stream.send('event: profile\ndata: {}\n\n')
    if (stream.userId !== id && !is_admin) stream.close()
  }
}

const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
}

/**
 * Writes server-sent events about one person's documents and conversations: `documents` with a DocumentEvent per
 * change, `conversations` with the id of one with news, `catch-up` at the start and instead of very many events,
 * `office` on everyone's stream when other data for administrators changed, `profile` when the reader's own profile
 * changed. The stream ends with the session, with the right to read it, when the database was unreachable, when its
 * reader is too slow, and, the oldest first, beyond `streamsPerSession` or `streamsPerPerson`; pages then reconnect.
 * @param userId owner of the documents; `all` for everyone's
 * @param respond sends the response's head, with these headers, once the actor's right is certain
 * @throws PortalError FORBIDDEN unless they are the actor's or the actor is an administrator; NO_SESSION if the session
 * has just ended
 */
export async function streamEvents(
  actor: Actor,
  sessionId: string,
  userId: string,
  respond: (headers: OutgoingHttpHeaders) => Writable,
): Promise<void> {
  if (userId === everyone) requireAdministrator(actor)
  else requireOwnerOrAdministrator(actor, assertId(userId))
  const stream = new LiveStream({ actorId: actor.id, userId, sessionId })
  streams.add(stream)
  try {
    // From here on the loss of a right is notified. This finds one lost between the request's authentication and the
    // stream's registration.
    const reason = (await lapseReasons([stream])).get(stream)
    if (reason) throw new PortalError(reason)
  } catch (error) {
    stream.close()
    throw error
  }
  stream.open(respond(streamHeaders))
}
