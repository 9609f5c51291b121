/** Events of one kind that are let through in a window, before the rest are only counted. */
const most = 20
/** The same for all kinds of one group together: what one process writes for it in a window, whatever comes. */
const mostInGroup = 2000
const windowMs = 10 * 60_000

interface Counted<Event> {
  seen: number
  /** Those that were not let through. */
  held: number
  /** The newest of them. */
  last: Event
  endsAt: number
}

/** What was held back in a window that has ended: the newest event, standing for `times`. */
export interface Repeated<Event> {
  event: Event
  times: number
}

/**
 * Lets the first events of each kind through and counts the others, so that a flood of them becomes a few entries with a
 * number. A group with more kinds than `mostInGroup` has the rest counted together, so memory is bounded as well.
 */
export class RepeatLimit<Event> {
  readonly #kinds = new Map<string, Counted<Event>>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /**
   * Counts an event.
   * @param group whose events don't use up the allowance of others
   * @param kind events of the same kind in a group share an allowance
   * @returns whether it is let through
   */
  admit(group: string, kind: string, event: Event): boolean {
    const all = this.#count(group, event)
    const key = `${group} ${kind}`
    if (all.seen > mostInGroup && !this.#kinds.has(key)) return hold(all, event)
    const counted = this.#count(key, event)
    return counted.seen > most || all.seen > mostInGroup ? hold(counted, event) : true
  }

  /** @returns what was held back in windows that have ended (or in all of them), and forgets those windows */
  takeRepeated(evenUnfinished = false): Repeated<Event>[] {
    const taken: Repeated<Event>[] = []
    for (const [kind, { held, last, endsAt }] of this.#kinds) {
      if (!evenUnfinished && endsAt > this.#now()) continue
      this.#kinds.delete(kind)
      if (held > 0) taken.push({ event: last, times: held })
    }
    return taken
  }

  #count(kind: string, last: Event): Counted<Event> {
    const known = this.#kinds.get(kind)
    if (known) {
      known.seen++
      return known
    }
    const counted = { seen: 1, held: 0, last, endsAt: this.#now() + windowMs }
    this.#kinds.set(kind, counted)
    return counted
  }
}

function hold<Event>(counted: Counted<Event>, event: Event): false {
  counted.held++
  counted.last = event
  return false
}
