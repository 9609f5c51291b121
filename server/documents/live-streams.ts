import type { Writable } from 'node:stream'
import { streamsPerPerson, streamsPerSession } from '../../rules/limits.ts'

/** Takes the place of a person's id when an administrator listens to all documents. */
export const everyone = 'all'

/** Bytes that may wait for a reader. One who reads slower is disconnected, and catches up after reconnecting. */
const mostWaiting = 64_000
/** Events that a stream sends at once. Instead of more it sends one `catch-up`, at which a page reloads the same list. */
const mostAtOnce = 50
/** Seconds between two heartbeats of a stream. Proxies and phones drop connections that are silent for a minute. */
const heartbeatSeconds = 20
/** Milliseconds until a page reconnects, and how many more there may be for each stream, so that not all do it at once. */
const reconnect = { after: 2000, spread: 5 }

const catchUp = 'event: catch-up\ndata: {}\n\n'

let nextSecond = 0

/** One page's stream of live updates. It is among those that are notified from the start, and writes once it is open. */
export class LiveStream {
  /** Who is listening. */
  readonly actorId: string
  /** Whose documents, or `everyone`. */
  readonly userId: string
  readonly sessionId: string
  /** When the last grant had ended that its reader was shown something by, as of the first look; see `live-updates.ts`. */
  lastGrantEnded: number | undefined
  private isClosed = false
  /** In which second of the interval it has its heartbeat. */
  readonly second = nextSecond++ % heartbeatSeconds
  private output: Writable | undefined
  private unsent: string[] = []

  constructor({ actorId, userId, sessionId }: Pick<LiveStream, 'actorId' | 'userId' | 'sessionId'>) {
    this.actorId = actorId
    this.userId = userId
    this.sessionId = sessionId
  }

  /** Starts writing. A page has heard of nothing before, so it catches up first. */
  open(output: Writable): void {
    this.output = output
    output.once('close', () => streams.remove(this))
    const delay = Math.round(reconnect.after + Math.random() * reconnect.spread * streams.size)
    output.write(`retry: ${delay}\n${catchUp}`)
    // The reader may have left in the meantime, or a notification have ended it.
    if (output.destroyed) streams.remove(this)
    if (this.isClosed) output.end()
  }

  /** Sends an event together with others of this moment. Without `open` there is nothing to send: it catches up then. */
  send(event: string): void {
    if (!this.output) return
    if (this.unsent.length === 0) streams.flushSoon(this)
    if (this.unsent.length <= mostAtOnce) this.unsent.push(event)
  }

  /** Writes what was sent, in one piece. */
  flush(): void {
    const events = this.unsent
    this.unsent = []
    this.write(events.length > mostAtOnce ? catchUp : events.join(''))
  }

  /** Writes now, without waiting for other events. */
  write(text: string): void {
    const { output } = this
    if (!output || output.writableEnded) return
    if (output.writableLength > mostWaiting) output.destroy()
    else output.write(text)
  }

  /** Ends the stream; the page reconnects. */
  close(): void {
    this.isClosed = true
    streams.remove(this)
    if (this.unsent.length > 0) this.flush()
    this.output?.end()
  }
}

/** Streams by a key that several may share, oldest first. */
class StreamIndex {
  private readonly byKey = new Map<string, Set<LiveStream>>()

  add(key: string, stream: LiveStream): void {
    const others = this.byKey.get(key)
    if (others) others.add(stream)
    else this.byKey.set(key, new Set([stream]))
  }

  remove(key: string, stream: LiveStream): void {
    const others = this.byKey.get(key)
    if (others?.delete(stream) && others.size === 0) this.byKey.delete(key)
  }

  of(key: string): ReadonlySet<LiveStream> {
    return this.byKey.get(key) ?? none
  }
}

const none: ReadonlySet<LiveStream> = new Set()

/** The process's streams. What concerns one person touches only the streams that are theirs or about them. */
class LiveStreams {
  private readonly all = new Set<LiveStream>()
  private readonly byUser = new StreamIndex()
  private readonly byActor = new StreamIndex()
  private readonly bySession = new StreamIndex()
  private readonly unflushed = new Set<LiveStream>()
  /** One for each second between two heartbeats, so that they aren't all written at once. */
  private readonly heartbeats = Array.from({ length: heartbeatSeconds }, () => new Set<LiveStream>())
  private second = 0

  get size(): number {
    return this.all.size
  }

  [Symbol.iterator](): Iterator<LiveStream> {
    return this.all.values()
  }

  /** @returns the streams about a person's documents, or about everyone's */
  about(userId: string): ReadonlySet<LiveStream> {
    return this.byUser.of(userId)
  }

  /** @returns the streams that a person reads */
  readBy(actorId: string): ReadonlySet<LiveStream> {
    return this.byActor.of(actorId)
  }

  /** @returns the streams of a session */
  ofSession(sessionId: string): ReadonlySet<LiveStream> {
    return this.bySession.of(sessionId)
  }

  /** Adds a stream. Above the limits the oldest ends, so that a page that has just connected always gets one. */
  add(stream: LiveStream): void {
    this.all.add(stream)
    this.byUser.add(stream.userId, stream)
    this.byActor.add(stream.actorId, stream)
    this.bySession.add(stream.sessionId, stream)
    this.heartbeats[stream.second]?.add(stream)
    closeOldest(this.ofSession(stream.sessionId), streamsPerSession)
    closeOldest(this.readBy(stream.actorId), streamsPerPerson)
  }

  remove(stream: LiveStream): void {
    if (!this.all.delete(stream)) return
    this.byUser.remove(stream.userId, stream)
    this.byActor.remove(stream.actorId, stream)
    this.bySession.remove(stream.sessionId, stream)
    this.unflushed.delete(stream)
    this.heartbeats[stream.second]?.delete(stream)
  }

  /** Has a stream write what it was sent once all notifications that have arrived are handled. */
  flushSoon(stream: LiveStream): void {
    if (this.unflushed.size === 0) setImmediate(() => this.flush())
    this.unflushed.add(stream)
  }

  /**
   * Writes the heartbeats of a second; call it each second.
   * @returns whether each stream has had one since this was last true
   */
  beat(): boolean {
    this.second = (this.second + 1) % heartbeatSeconds
    for (const stream of this.heartbeats[this.second] ?? none) stream.write(': still here\n\n')
    return this.second === 0
  }

  private flush(): void {
    const due = [...this.unflushed]
    this.unflushed.clear()
    for (const stream of due) stream.flush()
  }
}

function closeOldest(streams: ReadonlySet<LiveStream>, most: number): void {
  for (const stream of streams) {
    if (streams.size <= most) return
    stream.close()
  }
}

export const streams = new LiveStreams()
