/** A requested page of a list. */
export interface RequestedPage {
  /** From 0. Ignored with an edge. */
  page?: number
  /** The key of the row before the page, or after it if `backward`. */
  edge?: string | undefined
  backward?: boolean
}
