/** Events of one kind admitted in a window; the rest are only counted. */
const most = 20
/** Events of all kinds of a group admitted by one process in a window. */
const mostInGroup = 2000
const windowMs = 10 * 60_000

interface Counted<Event> {
  seen: number
  /** Number of suppressed events. */
  held: number
  /** The newest of them. */
  last: Event
  endsAt: number
}

/** Suppressed events of an ended window: the newest one, standing for `times`. */
export interface Repeated<Event> {
  event: Event
  times: number
}

/**
 * Admits the first events of each kind and counts the others, so that a flood becomes a few entries with a number.
 * Beyond `mostInGroup` kinds, a group's events are counted together, which bounds memory as well.
 */
export class RepeatLimit<Event> {
  readonly #kinds = new Map<string, Counted<Event>>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /**
   * Counts an event.
   * @param group events of different groups don't affect each other
   * @param kind events of the same kind in a group share a limit
   * @returns whether it is admitted
   */
  admit(group: string, kind: string, event: Event): boolean {
    const all = this.#count(group, event)
    const key = `${group} ${kind}`
    if (all.seen > mostInGroup && !this.#kinds.has(key)) return hold(all, event)
    const counted = this.#count(key, event)
    return counted.seen > most || all.seen > mostInGroup ? hold(counted, event) : true
  }

  /** @returns the suppressed events of ended windows (or of all), and clears those windows */
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
