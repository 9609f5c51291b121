import { Socket } from 'node:net'
import pg from 'pg'

/** What the driver's client has, and its types leave out. */
type Driver = { readyForQuery: boolean; processID: number | null }

/** What a connection leads to. */
export type Place = 'server' | 'pooler'
/** Settings of a connection, or of a pool of them, with what they lead to; by default, the server itself. */
export type PlacedSettings = pg.PoolConfig & { place?: Place }

/** The connections that are open or being opened, to be looked after by `reachability.ts`. */
export const watchedClients = new Set<WatchedClient>()

/** A connection that can be asked for how long the database has owed it an answer, and be given up. */
export class WatchedClient extends pg.Client {
  readonly place: Place
  readonly #socket: Socket
  #bytesSeen = -1
  #silentFor = 0

  constructor(settings?: string | PlacedSettings) {
    // With TLS, the driver puts another stream around this one.
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

  /** Whether everything it was asked has been answered. */
  get isIdle(): boolean {
    return this.#driver.readyForQuery
  }

  /** At how many looks in a row an answer was due and not a byte of it had arrived. */
  get silentFor(): number {
    return this.#silentFor
  }

  /** The process that serves it; behind a pooler a made-up number. */
  get serverProcess(): number | null {
    return this.#driver.processID
  }

  /** Looks once more, and returns `silentFor`. Looks are counted, not time: a busy process hears of answers late. */
  look(): number {
    const { bytesRead } = this.#socket
    this.#silentFor = !this.isIdle && bytesRead === this.#bytesSeen ? this.#silentFor + 1 : 0
    this.#bytesSeen = bytesRead
    return this.#silentFor
  }

  /** Keeps what is asked until `send`, so that it leaves at once. */
  hold(): void {
    this.#socket.cork()
  }

  send(): void {
    this.#socket.uncork()
  }

  /** Gives the connection up; what waits for it fails. */
  giveUp(): void {
    this.#socket.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }))
  }
}
