import type { Writable } from 'node:stream'
import { streamsPerPerson, streamsPerSession } from '../../../rules/limits.ts'

/** Stands for a person's id when an administrator listens to all documents. */
export const everyone = 'all'

/** Most buffered bytes. A slower reader is disconnected, and catches up after reconnecting. */
const mostWaiting = 64_000
/** Most events in one flush. Beyond that it sends one `catch-up`, which makes a page reload its list. */
const mostAtOnce = 50
/** Seconds between heartbeats. Proxies and phones drop connections that are silent for a minute. */
const heartbeatSeconds = 20
/** Milliseconds until a page reconnects, with an extra spread per stream so that pages don't reconnect at once. */
const reconnect = { after: 2000, spread: 5 }

const catchUp = 'event: catch-up\ndata: {}\n\n'

let nextSecond = 0

/** A page's stream of live updates. It receives notifications from the start, and writes once it is open. */
export class LiveStream {
  /** The reader. */
  readonly actorId: string
  /** Owner of the documents, or `everyone`. */
  readonly userId: string
  readonly sessionId: string
  /** End of the reader's last ended grant at the first check; see `live-updates.ts`. */
  lastGrantEnded: number | undefined
  private isClosed = false
  /** Its heartbeat's second within the interval. */
  readonly second = nextSecond++ % heartbeatSeconds
  private output: Writable | undefined
  private unsent: string[] = []

  constructor({ actorId, userId, sessionId }: Pick<LiveStream, 'actorId' | 'userId' | 'sessionId'>) {
    this.actorId = actorId
    this.userId = userId
    this.sessionId = sessionId
  }

  /** Starts writing. The page catches up first, since it has received nothing. */
  open(output: Writable): void {
    this.output = output
    output.once('close', () => streams.remove(this))
    const delay = Math.round(reconnect.after + Math.random() * reconnect.spread * streams.size)
    output.write(`retry: ${delay}\n${catchUp}`)
    // Meanwhile the reader may have left, or a notification may have ended the stream.
    if (output.destroyed) streams.remove(this)
    if (this.isClosed) output.end()
  }

  /** Queues an event for the next flush. Before `open` there is nothing to send, since the page catches up then. */
  send(event: string): void {
    if (!this.output) return
    if (this.unsent.length === 0) streams.flushSoon(this)
    if (this.unsent.length <= mostAtOnce) this.unsent.push(event)
  }

  flush(): void {
    const events = this.unsent
    this.unsent = []
    this.write(events.length > mostAtOnce ? catchUp : events.join(''))
  }

  /** Writes at once. */
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

/** Streams by a shared key, oldest first. */
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

/** The process's streams, indexed by person, so that an event touches only the streams of or about its person. */
class LiveStreams {
  private readonly all = new Set<LiveStream>()
  private readonly byUser = new StreamIndex()
  private readonly byActor = new StreamIndex()
  private readonly bySession = new StreamIndex()
  private readonly unflushed = new Set<LiveStream>()
  /** One set per second between heartbeats, to spread the writes. */
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

  ofSession(sessionId: string): ReadonlySet<LiveStream> {
    return this.bySession.of(sessionId)
  }

  /** Adds a stream. Beyond the limits the oldest one ends, so that a newly connected page always gets one. */
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

  /** Flushes a stream once all received notifications are handled. */
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
