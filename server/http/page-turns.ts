import { pagesAtOnce, pagesWaiting } from '../../rules/limits.ts'
import { PortalError } from '../platform/portal-error.ts'

interface Turns {
  inWork: number
  waiting: (() => void)[]
  /** Whether one that waits is about to be started. */
  isStarting: boolean
}

/**
 * Gives each network its share of the pages that are rendered at the same time, so that one that asks for many slows nobody
 * else: the rest of its own wait for their turn, in their order. One of them starts in each round of the event loop, where
 * others get theirs in between: a page that waits for nothing is rendered in one piece. While one network asked for page
 * after page over 90 connections, another's page took 1,322 ms at the median without this, and 372 ms or less with it; while
 * it sent evidence for others' holders, 242 and 33 ms (`npm run bench -- strangers`).
 */
export class PageTurns {
  readonly #networks = new Map<string, Turns>()

  /**
   * Renders in turn.
   * @param network as `networkOf`
   * @param left aborted when the asker leaves; then nothing is rendered
   * @throws PortalError PAGES_BUSY where too many of the network's wait already, or the asker left
   */
  async take<T>(network: string, left: AbortSignal, render: () => Promise<T>): Promise<T> {
    const turns = this.#networks.get(network) ?? { inWork: 0, waiting: [], isStarting: false }
    this.#networks.set(network, turns)
    if (turns.waiting.length >= pagesWaiting) throw new PortalError('PAGES_BUSY', { retryAfter: 2 })
    if (turns.inWork > 0) {
      const turn = new Promise<void>(resolve => turns.waiting.push(resolve))
      startNext(turns)
      await turn
    } else turns.inWork++
    try {
      if (left.aborted) throw new PortalError('PAGES_BUSY', { retryAfter: 2 })
      return await render()
    } finally {
      turns.inWork--
      startNext(turns)
      if (turns.inWork === 0 && turns.waiting.length === 0) this.#networks.delete(network)
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
