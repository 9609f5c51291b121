import type { Exchange } from '../helpers/api.ts'

/** Somebody the site has answered with a session's cookie. */
export interface SignedIn {
  email: string
  cookie: string
}

/** A file whose upload the site has answered as complete. */
export interface Stored {
  id: string
  filename: string
  size: number
  sha256: string
  owner: SignedIn
  round: number
  /** Views the site has counted by its own answer, and views that were asked for: some answers never came. */
  views: { counted: number; tried: number }
}

/** A document that somebody has set out to have deleted. */
export interface Removal {
  id: string
  filename: string
  /** The site has answered that it is deleted; until then it may be or not. */
  acknowledged: boolean
}

/** What the site has promised by its answers, which no crash may take back, and what went wrong. */
export class Ledger {
  readonly people: SignedIn[] = []
  readonly stored: Stored[] = []
  readonly removals: Removal[] = []
  /** Addresses that were told that a code is on its way. */
  readonly mailed: string[] = []
  /** Uploads that went on in the middle of a file after a break. */
  resumed = 0
  readonly problems: string[] = []
  readonly #exchanges: Exchange[] = []
  readonly #absences: { who: 'server' | 'database'; from: number; to: number }[] = []

  /** Notes one request. */
  readonly note = (exchange: Exchange): void => void this.#exchanges.push(exchange)

  problem(sentence: string): void {
    this.problems.push(sentence)
  }

  /** From now until the function that comes back is called, the server or its database is known to be away. */
  away(...who: ('server' | 'database')[]): () => void {
    const absences = who.map(who => ({ who, from: performance.now(), to: Number.POSITIVE_INFINITY }))
    this.#absences.push(...absences)
    return () => {
      for (const absence of absences) absence.to = performance.now()
    }
  }

  /** Looks through the requests since the last time for failures that no absence explains. */
  judgeExchanges(): void {
    for (const { method, path, status, began, ended } of this.#exchanges.splice(0)) {
      const during = this.#absences.filter(({ from, to }) => began <= to && ended >= from).map(({ who }) => who)
      if (status === 0 && !during.includes('server')) this.problem(`${method} ${path} was never answered`)
      if (status >= 500 && during.length === 0) this.problem(`${method} ${path} was answered with ${status}`)
      // The process lives, whatever its database does.
      if (path === '/healthz' && status !== 200 && !during.includes('server')) {
        this.problem(`/healthz was answered with ${status}`)
      }
    }
    this.#absences.splice(0)
  }
}
