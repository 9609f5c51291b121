import { strangersFiles } from '../../rules/limits.ts'
import { networkOf } from '../access/rate-limit.ts'
import { PortalError } from '../platform/portal-error.ts'

/**
 * Files that anyone may send with a form, which are in memory from their first byte to the answer: few at once, and of a
 * network fewer than in all.
 */
export class HeldFiles {
  readonly #held = new Map<string, number>()
  #all = 0

  /**
   * @param ip of the client
   * @returns what lets another one in
   * @throws PortalError PAGES_BUSY
   */
  hold(ip: string): Disposable {
    const network = networkOf(ip)
    const held = this.#held.get(network) ?? 0
    if (held >= strangersFiles.ofNetwork || this.#all >= strangersFiles.inAll)
      throw new PortalError('PAGES_BUSY', { retryAfter: 5 })
    this.#held.set(network, held + 1)
    this.#all++
    return {
      [Symbol.dispose]: () => {
        this.#all--
        const left = (this.#held.get(network) ?? 1) - 1
        if (left > 0) this.#held.set(network, left)
        else this.#held.delete(network)
      },
    }
  }
}
