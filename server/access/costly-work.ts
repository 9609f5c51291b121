import type { MessageCode } from '../../rules/messages.ts'
import { PortalError } from '../platform/portal-error.ts'
import { enforceRateLimit } from './rate-limit.ts'

interface Bounds {
  /** Of one process. Each may take all of its memory and time. */
  atOnce: number
  /** Those that wait for their turn; more are refused. */
  waiting: number
  /** What one person may start in an hour. */
  perHour: number
  /** Milliseconds after which it is canceled. */
  time: number
  /** The refusal, with the seconds to wait. */
  code: MessageCode
}

const hour = 60 * 60_000

/**
 * Work that costs much and whose size its asker chooses. It is bounded in number, in all and for a person, who has one at
 * a time; in time; and it ends when its asker leaves. All of it is listed in docs/costly-work.md (OWASP ASVS 5.0, 15.1.3).
 */
export class CostlyWork {
  readonly #what: string
  readonly #bounds: Bounds
  readonly #people = new Set<string>()
  readonly #queue: (() => void)[] = []
  #running = 0

  /** @param what names the work's limit, such as 'evidence read' */
  constructor(what: string, bounds: Bounds) {
    this.#what = what
    this.#bounds = bounds
  }

  /**
   * Does the work in its turn.
   * @param personId who asks
   * @param left aborted when they leave
   * @param work must end soon after its signal is aborted
   * @throws PortalError with the work's code, at once, where the person has one already or too many wait, and where the
   *   person has started too many; also where they leave before it is done
   */
  async run<T>(personId: string, left: AbortSignal, work: (canceled: AbortSignal) => Promise<T>): Promise<T> {
    const { atOnce, waiting, time, perHour, code } = this.#bounds
    // Each has one: in work, or on the way there.
    const isFull = this.#people.size >= atOnce + waiting
    if (isFull || left.aborted || this.#people.has(personId)) throw this.#refusal()
    this.#people.add(personId)
    try {
      await enforceRateLimit(`${this.#what} for ${personId}`, { most: perHour, window: hour, code })
      await this.#turn(left)
      try {
        const done = await work(AbortSignal.any([left, AbortSignal.timeout(time)]))
        if (left.aborted) throw this.#refusal()
        return done
      } finally {
        this.#next()
      }
    } finally {
      this.#people.delete(personId)
    }
  }

  #refusal(): PortalError {
    return new PortalError(this.#bounds.code, { retryAfter: Math.ceil(this.#bounds.time / 1000) })
  }

  async #turn(left: AbortSignal): Promise<void> {
    if (this.#running < this.#bounds.atOnce) {
      this.#running++
      return
    }
    if (left.aborted) throw this.#refusal()
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(start), 1)
        reject(this.#refusal())
      }
      const start = () => {
        left.removeEventListener('abort', leave)
        resolve()
      }
      this.#queue.push(start)
      left.addEventListener('abort', leave, { once: true })
    })
  }

  /** Who waits next takes the place of the one that has ended. */
  #next(): void {
    const start = this.#queue.shift()
    if (start) start()
    else this.#running--
  }
}
