import { pageAfterKnown, pagesAtOnce, pagesWaiting, pagesWaitingInAll } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { networkOf } from '../access/rate-limit.ts'
import { PortalError } from '../platform/portal-error.ts'

interface Turns {
  inWork: number
  waiting: (() => void)[]
}

/** Render queues: one per network, and one per known person. */
export class PageTurns {
  readonly #people = new SharedTurns()
  readonly #networks = new SharedTurns(() => this.#people.isBusy)

  /**
   * Renders in turn. An accepted person has a queue of their own, since an office may share one address; unaccepted
   * accounts are free to create, so they share their network's. While an accepted person's page is rendered, networks'
   * pages start less often.
   * @param ip of the client
   * @param actor who is signed in
   * @param left as `SharedTurns`
   */
  take<T>(
    ip: string,
    actor: Pick<Actor, 'id' | 'isGuest'> | undefined,
    left: AbortSignal,
    render: () => Promise<T>,
    wait?: () => void,
  ): Promise<T> {
    if (actor && !actor.isGuest) return this.#people.take(actor.id, left, render, wait)
    return this.#networks.take(networkOf(ip), left, render, wait)
  }
}

/**
 * Shares rendering fairly, so that many requests of one client slow no one else: each client has a queue, and one page
 * starts per round of the event loop, in rotation. A page without I/O is rendered in one piece, and all that arrived
 * together would otherwise come first: beside 90 connections of one network another's page took up to 870 ms, with it
 * 27 ms (p99, `npm run bench -- strangers`).
 */
export class SharedTurns {
  readonly #turns = new Map<string, Turns>()
  readonly #givesWay: (() => boolean) | undefined
  #inWork = 0
  #waiting = 0
  #isStarting = false

  /**
   * @param givesWay whether to yield to others now. If omitted, a client's page starts at once if it has none in
   * progress; otherwise, if none is in progress at all
   */
  constructor(givesWay?: () => boolean) {
    this.#givesWay = givesWay
  }

  /** Whether any page is in progress or queued. */
  get isBusy(): boolean {
    return this.#inWork + this.#waiting > 0
  }

  /**
   * Renders in turn.
   * @param asker the queue's key
   * @param left aborted when the client leaves; then nothing is rendered
   * @param wait called if the page doesn't start at once
   * @throws PortalError PAGES_BUSY if the client's queue or all queues are full, or the client left
   */
  async take<T>(asker: string, left: AbortSignal, render: () => Promise<T>, wait?: () => void): Promise<T> {
    const turns = this.#turns.get(asker) ?? { inWork: 0, waiting: [] }
    const isFirst = turns.inWork + turns.waiting.length === 0
    if (turns.waiting.length >= pagesWaiting || (!isFirst && this.#waiting >= pagesWaitingInAll))
      throw new PortalError('PAGES_BUSY', { retryAfter: 2 })
    this.#turns.set(asker, turns)
    const mayStart = this.#givesWay ? !this.isBusy && !this.#givesWay() : isFirst
    if (mayStart) {
      this.#inWork++
      turns.inWork++
    } else {
      this.#waiting++
      wait?.()
      const turn = new Promise<void>(resolve => turns.waiting.push(resolve))
      this.#startNext()
      await turn
    }
    try {
      if (left.aborted) throw new PortalError('PAGES_BUSY', { retryAfter: 2 })
      return await render()
    } finally {
      this.#inWork--
      turns.inWork--
      if (turns.inWork + turns.waiting.length === 0) this.#turns.delete(asker)
      this.#startNext()
    }
  }

  #startNext(): void {
    if (this.#isStarting || !this.#next()) return
    this.#isStarting = true
    const start = () => {
      this.#isStarting = false
      const [asker, turns] = this.#next() ?? []
      if (!asker || !turns) return
      // To the end of the rotation.
      this.#turns.delete(asker)
      this.#turns.set(asker, turns)
      this.#waiting--
      this.#inWork++
      turns.inWork++
      turns.waiting.shift()?.()
      this.#startNext()
    }
    if (this.#givesWay?.()) setTimeout(start, pageAfterKnown)
    else setImmediate(start)
  }

  /** @returns the first queue in the rotation with a page that may start */
  #next(): [string, Turns] | undefined {
    for (const [asker, turns] of this.#turns)
      if (turns.inWork < pagesAtOnce && turns.waiting.length > 0) return [asker, turns]
    return undefined
  }
}
