import type { Exchange } from '../helpers/api.ts'

/** What can be down. */
export type Part = 'server' | 'database' | 'store'

/** A person who has received a session cookie. */
export interface SignedIn {
  email: string
  cookie: string
}

/** A file whose upload the site has acknowledged. */
export interface Stored {
  id: string
  filename: string
  size: number
  sha256: string
  owner: SignedIn
  round: number
  /** Views that the site acknowledged, and views requested: some answers never arrived. */
  views: { counted: number; tried: number }
}

/** A document that someone has started to delete. */
export interface Removal {
  id: string
  filename: string
  /** Whether the site has acknowledged the deletion; if not, the document may still exist. */
  acknowledged: boolean
}

/** A text that someone has submitted with a form, by which it is found again. */
export interface Written {
  kind: 'message' | 'lead' | 'link' | 'request' | 'holder' | 'accreditation' | 'note' | 'payment' | 'election' | 'run'
  text: string
  /** Whether the site has acknowledged it; if not, it may exist or not. */
  acknowledged: boolean
  /** The last state that the site acknowledged, where it has one. */
  state?: string
}

/** A note whose funds the site has acknowledged. */
export interface Lent {
  id: string
  /** The holder's name. */
  holder: string
  /** Who acts for it. */
  person: SignedIn
  /** Payments that someone began to record. */
  requested: number
  /** Whether a payment is in progress. */
  isBusy: boolean
  /** What was chosen for its maturity. */
  election?: Written
}

/** What the site has promised in its answers, which no crash may undo, and what went wrong. */
export class Ledger {
  readonly people: SignedIn[] = []
  readonly stored: Stored[] = []
  readonly removals: Removal[] = []
  /** Ids of documents that were prepared, and are being prepared again: these go. */
  readonly discarded: string[] = []
  readonly written: Written[] = []
  readonly lent: Lent[] = []
  /** Addresses that were told that a code is coming. */
  readonly mailed: string[] = []
  /** Uploads that resumed in the middle of a file after an interruption. */
  resumed = 0
  readonly problems: string[] = []
  readonly #exchanges: Exchange[] = []
  readonly #outages: { who: Part; from: number; to: number }[] = []

  /** Records one request. */
  readonly note = (exchange: Exchange): void => void this.#exchanges.push(exchange)

  /** Records what someone is about to submit. */
  write(kind: Written['kind'], text: string): Written {
    const written: Written = { kind, text, acknowledged: false }
    this.written.push(written)
    return written
  }

  problem(sentence: string): void {
    this.problems.push(sentence)
  }

  /** Marks parts of the site as down, until the returned function is called. */
  startOutage(...who: Part[]): () => void {
    const outages = who.map(who => ({ who, from: performance.now(), to: Number.POSITIVE_INFINITY }))
    this.#outages.push(...outages)
    return () => {
      for (const outage of outages) outage.to = performance.now()
    }
  }

  /** Checks the requests since the last call for failures that no outage explains. */
  checkExchanges(): void {
    for (const { method, path, status, code, began, ended } of this.#exchanges.splice(0)) {
      const during = this.#outages.filter(({ from, to }) => began <= to && ended >= from).map(({ who }) => who)
      if (status === 0 && !during.includes('server')) this.problem(`${method} ${path} was never answered`)
      if (status >= 500 && during.length === 0) this.problem(`${method} ${path} was answered with ${code ?? status}`)
      // The process stays up, whatever happens to its database.
      if (path === '/healthz' && status !== 200 && !during.includes('server')) {
        this.problem(`/healthz was answered with ${status}`)
      }
    }
    this.#outages.splice(0)
  }
}
