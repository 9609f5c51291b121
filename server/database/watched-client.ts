import { Socket } from 'node:net'
import pg from 'pg'

/** Properties of the driver's client that its types omit. */
type Driver = { readyForQuery: boolean; processID: number | null }

export type Place = 'server' | 'pooler'
/** Settings of a connection or pool, with its place; the server itself by default. */
export type PlacedSettings = pg.PoolConfig & { place?: Place }

/** Open and opening connections, watched by `reachability.ts`. */
export const watchedClients = new Set<WatchedClient>()

/** A connection that knows how long an answer has been pending, and can be given up. */
export class WatchedClient extends pg.Client {
  readonly place: Place
  readonly #socket: Socket
  #bytesSeen = -1
  #silentFor = 0

  constructor(settings?: string | PlacedSettings) {
    // With TLS, the driver wraps this one in another stream.
    const socket = new Socket()
    const given = typeof settings === 'string' ? { connectionString: settings } : settings
    // A pool hides its password from copies of its settings.
    super({ ...given, password: given?.password, stream: () => socket })
    this.place = (typeof settings === 'object' && settings.place) || 'server'
    this.#socket = socket
    watchedClients.add(this)
    this.#socket.once('close', () => watchedClients.delete(this))
  }

  get #driver(): Driver {
    return this as unknown as Driver
  }

  /** Whether all requests have been answered. */
  get isIdle(): boolean {
    return this.#driver.readyForQuery
  }

  /** Consecutive checks with a pending answer and no byte received. */
  get silentFor(): number {
    return this.#silentFor
  }

  /** The serving process; behind a pooler a fictitious number. */
  get serverProcess(): number | null {
    return this.#driver.processID
  }

  /** Checks once more, and returns `silentFor`. Checks are counted, not time: a busy process receives answers late. */
  check(): number {
    const { bytesRead } = this.#socket
    this.#silentFor = !this.isIdle && bytesRead === this.#bytesSeen ? this.#silentFor + 1 : 0
    this.#bytesSeen = bytesRead
    return this.#silentFor
  }

  /** Buffers requests until `send`, to send them at once. */
  hold(): void {
    this.#socket.cork()
  }

  send(): void {
    this.#socket.uncork()
  }

  /** Gives the connection up; pending requests fail. */
  giveUp(): void {
    this.#socket.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }))
  }
}
