import { pagesAtOnce, pagesWaiting } from '../../rules/limits.ts'
import { PortalError } from '../platform/portal-error.ts'

interface Turns {
  inWork: number
  waiting: (() => void)[]
}

/**
 * Gives each network its share of the pages that are rendered at the same time, so that one that asks for many slows nobody
 * else: the rest of its own wait for their turn, in their order.
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
    const turns = this.#networks.get(network) ?? { inWork: 0, waiting: [] }
    this.#networks.set(network, turns)
    if (turns.inWork < pagesAtOnce) turns.inWork++
    else if (turns.waiting.length < pagesWaiting) await new Promise<void>(resolve => turns.waiting.push(resolve))
    else throw new PortalError('PAGES_BUSY', { retryAfter: 2 })
    try {
      if (left.aborted) throw new PortalError('PAGES_BUSY', { retryAfter: 2 })
      return await render()
    } finally {
      const next = turns.waiting.shift()
      if (next) next()
      else if (--turns.inWork === 0) this.#networks.delete(network)
    }
  }
}
