/** How names are compared with OFAC's sanctions lists. [C] marks counsel's decisions, with the reason for each value. */
export type SanctionsSettings = {
  /**
   * Days after which a list is too old: no note is sold and nothing is paid until a newer one is uploaded, or the same one again.
   * Null switches that off, and hits refuse nothing, either.
   */
  longestAge: number | null
  /** How many days before that administrators are reminded. */
  remindBefore: number
  /** From which score, of 100, a name is close to an entry: app/sanctions/match-names.ts. */
  closeFrom: number
  /** A list with a smaller share of the entries of the one before asks again. */
  leastShare: number
  /** How many entries a list of each kind has, for the first one. */
  usualEntries: { sdn: number; consolidated: number }
  /** A list of Specially Designated Nationals that was published more days ago asks again. */
  oldestPublished: number
}

export const sanctions: SanctionsSettings = {
  // [C] OFAC has no fixed rhythm and changes the list most weeks, often several times. Ten days allow for an uploader's
  // week of absence. Nothing is refused before the first list is uploaded, so that an update of the site stops no payment.
  longestAge: 10,
  remindBefore: 3,
  // [C] "Jon Smyth" has 91 beside "SMITH, John". Lower, more strangers are found; higher, spellings are missed.
  closeFrom: 88,
  // [C] Lists grow; a removal of a tenth at once would be news, and a truncated file is more likely.
  leastShare: 0.9,
  // As in 2025. The first list is compared with these.
  usualEntries: { sdn: 17_000, consolidated: 400 },
  // [C] A month without a change of that list hasn't occurred in years.
  oldestPublished: 30,
}
