/** Limits of signature and document requests. Times are milliseconds unless the name says otherwise. */

/** Page sizes of the administrators' lists of signing links and document requests. */
export const signingLinksPerPage = 50
export const documentRequestsPerPage = 50
/** Minimum interval of an administrator's reminders about the same item. */
export const reminderInterval = 20 * 3600 * 1000
/** Days from a request, then from the last reminder, until each reminder; then no more. */
export const reminderDays = [3, 7, 14]
/** Days before a document's due day, for another reminder. */
export const reminderBeforeDue = 1
/** Maximum lengths of a requested document's name, and of its note. */
export const requestNameLength = 200
export const requestNoteLength = 1000
/** Most open document requests per person. */
export const openRequestsPerPerson = 100

/** Time that a fulfilled request stays in a person's list, once the fund has opened the document (ms). */
export const receivedShownFor = 7 * 24 * 3600 * 1000
