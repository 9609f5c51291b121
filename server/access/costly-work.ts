import type { MessageCode } from '../../rules/messages.ts'
import { PortalError } from '../platform/portal-error.ts'
import { enforceRateLimit } from './rate-limit.ts'

interface Bounds {
  /** Concurrent runs per process. Each may take all of its memory and time. */
  atOnce: number
  /** Queued runs; more are refused. */
  waiting: number
  /** Runs per person and hour. */
  perHour: number
  /** Milliseconds after which it is canceled. */
  time: number
  /** The refusal, with the seconds to wait. */
  code: MessageCode
}

const hour = 60 * 60_000

/**
 * Expensive work whose size its requester controls. Limited in number, in total and to one at a time per person, and in
 * time; it ends when its requester leaves. All of it is listed in docs/costly-work.md (OWASP ASVS 5.0, 15.1.3).
 */
export class CostlyWork {
  readonly #what: string
  readonly #bounds: Bounds
  readonly #people = new Set<string>()
  readonly #queue: (() => void)[] = []
  #running = 0

  /** @param what name of the work's limit, such as 'evidence read' */
  constructor(what: string, bounds: Bounds) {
    this.#what = what
    this.#bounds = bounds
  }

  /**
   * Queues and runs the work.
   * @param personId the requester
   * @param left aborted when they leave
   * @param work must end soon after its signal is aborted
   * @throws PortalError with the work's code, at once, if the person has a run already, the queue is full, or the
   * hourly limit is reached; also if they leave before it is done
   */
  async run<T>(personId: string, left: AbortSignal, work: (canceled: AbortSignal) => Promise<T>): Promise<T> {
    const { atOnce, waiting, time, perHour, code } = this.#bounds
    // Each person has one, running or queued.
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

  /** The next in the queue replaces the one that has ended. */
  #next(): void {
    const start = this.#queue.shift()
    if (start) start()
    else this.#running--
  }
}
