/** The numbers of what the fund asks of people: signatures and documents. Times are milliseconds unless the name says otherwise. */

/** Signing links, and documents asked for, on a page of the administrators' lists. */
export const signingLinksPerPage = 50
export const documentRequestsPerPage = 50
/** An administrator may remind a person of the same thing this often. */
export const reminderInterval = 20 * 3600 * 1000
/** People are reminded this many days after they were asked, then after the last reminder; then no more. */
export const reminderDays = [3, 7, 14]
/** And this many days before the day by which a document is needed. */
export const reminderBeforeDue = 1
/** Maximum length of what a document is called that a person is asked for, of the note with it, and of a reason. */
export const requestNameLength = 200
export const requestNoteLength = 1000
export const rejectReasonLength = 500
/** Documents that one person can be asked for at a time. */
export const openRequestsPerPerson = 100

/** For how long a document that was asked for and has come stays among what a person is asked for, once the fund has opened it (ms). */
export const receivedShownFor = 7 * 24 * 3600 * 1000
