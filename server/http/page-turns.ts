import { pageAfterKnown, pagesAtOnce, pagesWaiting, pagesWaitingInAll } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { networkOf } from '../access/rate-limit.ts'
import { PortalError } from '../platform/portal-error.ts'

interface Turns {
  inWork: number
  waiting: (() => void)[]
}

/** Where each page waits for its turn: a network's with those of that network, a known person's with their own. */
export class PageTurns {
  readonly #people = new SharedTurns()
  readonly #networks = new SharedTurns(() => this.#people.isBusy)

  /**
   * Renders in turn. Somebody whom the fund has accepted has turns of their own, since a whole office may share an address;
   * an account of anybody else is had for the asking, and counts with its network. While a page of the first is rendered, the
   * pages that wait for their network's turn start less often.
   * @param ip of the client
   * @param actor who is signed in
   * @param left as `SharedTurns`
   * @throws PortalError PAGES_BUSY
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
 * Gives each who asks their share of the pages that are rendered, so that somebody who asks for many slows nobody else:
 * theirs wait for their turn, in their order, and one page starts in each round of the event loop, of each asker in rotation.
 * A page that waits for nothing is rendered in one piece, and without this all that arrived at once were, before anything
 * else: beside 90 connections of one network another's page took up to 870 ms, with it 27 ms (p99, `npm run bench --
 * strangers`).
 */
export class SharedTurns {
  readonly #turns = new Map<string, Turns>()
  readonly #givesWay: (() => boolean) | undefined
  #inWork = 0
  #waiting = 0
  #isStarting = false

  /**
   * @param givesWay whether all should leave time to others now. Without it, the pages of somebody who has none in work start
   *   at once; else a page does that finds nothing in work
   */
  constructor(givesWay?: () => boolean) {
    this.#givesWay = givesWay
  }

  /** Whether any page is in work, or about to be. */
  get isBusy(): boolean {
    return this.#inWork + this.#waiting > 0
  }

  /**
   * Renders in turn.
   * @param asker whose share it takes
   * @param left aborted when the asker leaves; then nothing is rendered
   * @param wait called where the page doesn't start at once
   * @throws PortalError PAGES_BUSY where too many of the asker's wait already, or too many in all, or the asker left
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

  /** @returns the first in the rotation with a page that waits and may start */
  #next(): [string, Turns] | undefined {
    for (const [asker, turns] of this.#turns)
      if (turns.inWork < pagesAtOnce && turns.waiting.length > 0) return [asker, turns]
    return undefined
  }
}
