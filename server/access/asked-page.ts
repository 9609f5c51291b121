/** Which page of a list is asked for. */
export interface AskedPage {
  /** From 0. Counts only without an edge. */
  page?: number
  /** The key of the row after which the page begins, or before which it ends where `backward`. */
  edge?: string | undefined
  backward?: boolean
}
