/** Results listed per kind. */
export const foundShown = 6
/** Delay (ms) of a search after typing: only letters typed together are batched. */
export const findDelay = 50
