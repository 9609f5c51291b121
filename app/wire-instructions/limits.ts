/** Days from a second administrator's approval until new wire instructions are in force; `app.wire_wait()` says the same. */
export const wireWaitDays = 3
/** Openings listed that are closed. */
export const closedOpeningsListed = 50
/** On a page of the office's list. */
export const viewsPerPage = 50
