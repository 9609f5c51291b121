import type { HolderKind } from '../app/holders/holders.ts'

/**
 * The agreement by which an investor subscribes to a note. `{investor}`, `{fund}` and `{offering}` are filled in, and the
 * note's terms follow `opening` in the words of app/notes/describe.ts.
 */
export type AgreementTexts = {
  /** Kept with each agreement. Change it with any text. */
  version: string
  title: string
  opening: readonly string[]
  clauses: readonly { heading: string; text: string }[]
  /** Days for which a rate is quoted, and until when its agreement can be signed. */
  quoteDays: number
  /** Days before its end when the investor is reminded. */
  lapsingDays: number
  /** The kinds of holders that can sign it. One without a set can't be accepted by an offering. */
  kinds: Readonly<Partial<Record<HolderKind, DocumentSet>>>
}

/** What one kind of holder needs besides the agreement. */
export type DocumentSet = {
  /** Its sentence in the agreement about who signs. */
  capacity: string
  /** Documents that the fund has to have before it countersigns, as investors call them. */
  papers: readonly string[]
  /** Whether the custodian signs after the holder. */
  custodianSigns?: true
}
