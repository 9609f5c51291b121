import type pg from 'pg'
import type { Actor } from '../access/actor.ts'
import { assertId } from '../access/ids.ts'
import { requireAdministrator, requireOwnerOrAdministrator } from '../access/roles.ts'
import { listenerClient } from '../database/connection.ts'
import { log } from '../platform/log.ts'

/** A row of `documents` was inserted, updated or deleted; `user_id` is its owner. */
export interface DocumentEvent {
  type: 'insert' | 'update' | 'delete'
  id: string
  user_id: string
}

interface Stream {
  /** Who reads. */
  actorId: string
  /** Whose documents, or `everyone`. */
  userId: string
  sessionId: string
  send(text: string): void
  close(): void
}

/** Stands where a person's id would: an administrator reads of all documents. */
const everyone = 'all'

/** Proxies and phones drop connections that are silent for a minute; milliseconds. */
const heartbeatInterval = 20_000

const streams = new Set<Stream>()
let listener: pg.Client | undefined
let closed = false
let heartbeatTimer: NodeJS.Timeout | undefined

/** Starts the process's one listener. It comes back by itself, and then tells every page to catch up. */
export async function openLiveUpdates(): Promise<void> {
  closed = false
  await listen()
  heartbeatTimer = setInterval(() => {
    for (const stream of streams) stream.send(': still here\n\n')
  }, heartbeatInterval)
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
    const event = JSON.parse(payload ?? '{}')
    if (channel === 'documents') publishDocumentEvent(event)
    else if (channel === 'profiles') publishProfileEvent(event)
    else for (const stream of streams) if (stream.sessionId === event.id) stream.close()
  })
  client.on('error', error =>
    log.warn('the live-updates listener lost its database connection', { reason: error.message }),
  )
  try {
    await client.connect()
    await client.query('listen documents; listen sessions; listen profiles')
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
  // Not before: a connection that was never made ends as well, and two tries would follow each one that failed.
  client.once('end', () => {
    if (!closed) setTimeout(reconnect, 200).unref()
  })
  listener = client
  if (closed) await client.end().catch(() => {})
}

async function reconnect(): Promise<void> {
  if (closed) return
  try {
    await listen()
    // What changed meanwhile is unknown, ended sessions too: every page comes back, is asked who it is, and catches up.
    for (const stream of streams) stream.close()
  } catch {
    setTimeout(reconnect, 1000).unref()
  }
}

function publishDocumentEvent(event: DocumentEvent): void {
  const text = `event: documents\ndata: ${JSON.stringify(event)}\n\n`
  for (const { userId, send } of streams) if (userId === event.user_id || userId === everyone) send(text)
}

/** Tells a person's pages that they are called otherwise; what only an administrator may hear ends with that right. */
function publishProfileEvent({ id, is_admin }: { id: string; is_admin: boolean }): void {
  for (const stream of streams) {
    if (stream.actorId !== id) continue
    stream.send('event: profile\ndata: {}\n\n')
    if (stream.userId !== id && !is_admin) stream.close()
  }
}

/**
 * Answers with a stream of server-sent events about one person's documents: `documents` with a DocumentEvent for
 * each change, `catch-up` at its beginning, since some may have been missed, `profile` when the reader's own profile
 * was changed. It ends with the session, with the right to read it, and when the database was away; pages then open
 * another.
 * @param userId whose documents; `all` for everybody's
 * @param signal ends with the request
 * @throws PortalError FORBIDDEN unless they are the actor's or the actor is an administrator
 */
export function streamEvents(actor: Actor, sessionId: string, userId: string, signal: AbortSignal): Response {
  if (userId === everyone) requireAdministrator(actor)
  else requireOwnerOrAdministrator(actor, assertId(userId))
  let stream: Stream
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder()
      stream = {
        actorId: actor.id,
        userId,
        sessionId,
        send: text => controller.enqueue(encoder.encode(text)),
        close: () => {
          streams.delete(stream)
          try {
            controller.close()
          } catch {
            // The reader has gone before us.
          }
        },
      }
      streams.add(stream)
      signal.addEventListener('abort', stream.close)
      stream.send('retry: 2000\nevent: catch-up\ndata: {}\n\n')
    },
    cancel: () => stream.close(),
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    },
  })
}
