import { pagesAtOnce, pagesWaiting, pagesWaitingInAll } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { networkOf } from '../access/rate-limit.ts'
import { PortalError } from '../platform/portal-error.ts'

interface Turns {
  inWork: number
  waiting: (() => void)[]
  /** Whether one that waits is about to be started. */
  isStarting: boolean
}

/** Where each page waits for its turn: a network's with those of that network, a known person's with their own. */
export class PageTurns {
  readonly #people = new SharedTurns()
  readonly #networks = new SharedTurns()

  /**
   * Renders in turn. Somebody whom the fund has accepted has turns of their own, since a whole office may share an address;
   * an account of anybody else is had for the asking, and counts with its network.
   * @param ip of the client
   * @param actor who is signed in
   * @param left as `SharedTurns`
   * @throws PortalError PAGES_BUSY
   */
  take<T>(ip: string, actor: Actor | undefined, left: AbortSignal, render: () => Promise<T>): Promise<T> {
    if (actor && !actor.isGuest) return this.#people.take(actor.id, left, render)
    return this.#networks.take(networkOf(ip), left, render)
  }
}

/**
 * Gives each who asks their share of the pages that are rendered at the same time, so that one who asks for many slows nobody
 * else: the rest of its own wait for their turn, in their order. One of them starts in each round of the event loop, where
 * others get theirs in between: a page that waits for nothing is rendered in one piece. While one network asked for page
 * after page over 90 connections, another's page took 1,322 ms at the median without this, and 372 ms or less with it; while
 * it sent evidence for others' holders, 242 and 33 ms (`npm run bench -- strangers`).
 */
export class SharedTurns {
  readonly #turns = new Map<string, Turns>()
  #waiting = 0

  /**
   * Renders in turn.
   * @param asker whose share it takes
   * @param left aborted when the asker leaves; then nothing is rendered
   * @throws PortalError PAGES_BUSY where too many of the asker's wait already, or too many in all, or the asker left
   */
  async take<T>(asker: string, left: AbortSignal, render: () => Promise<T>): Promise<T> {
    const turns = this.#turns.get(asker) ?? { inWork: 0, waiting: [], isStarting: false }
    this.#turns.set(asker, turns)
    if (turns.inWork > 0) {
      if (turns.waiting.length >= pagesWaiting || this.#waiting >= pagesWaitingInAll)
        throw new PortalError('PAGES_BUSY', { retryAfter: 2 })
      this.#waiting++
      const turn = new Promise<void>(resolve => turns.waiting.push(resolve))
      startNext(turns)
      await turn
      this.#waiting--
    } else turns.inWork++
    try {
      if (left.aborted) throw new PortalError('PAGES_BUSY', { retryAfter: 2 })
      return await render()
    } finally {
      turns.inWork--
      startNext(turns)
      if (turns.inWork === 0 && turns.waiting.length === 0) this.#turns.delete(asker)
    }
  }
}

function startNext(turns: Turns): void {
  if (turns.isStarting || turns.waiting.length === 0 || turns.inWork >= pagesAtOnce) return
  turns.isStarting = true
  setImmediate(() => {
    turns.isStarting = false
    turns.inWork++
    turns.waiting.shift()?.()
    startNext(turns)
  })
}
