/** How many of each kind a search of the office lists. */
export const foundShown = 6
/** How long nothing is typed until the search asks (ms): it answers as one types, so only letters typed at once wait. */
export const findDelay = 50
