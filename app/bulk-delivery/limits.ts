/** What a bulk delivery takes, the same for every fund. Specification notes, section D: 2,000 pages, 200 MB. */

/** Pages, bytes and files of a batch in all. */
export const batchPages = 2000
export const batchBytes = 200 * 1024 * 1024
export const batchFiles = 500
/** Pages of each document, where all have the same number. */
export const documentPages = 500
/** Documents that a batch is divided into. */
export const batchItems = 2000

/** Milliseconds that reading one page may take; then it counts as damaged, and reading continues after it. */
export const pageTime = 20_000
/** Megabytes that the thread may take that reads and divides PDFs. */
export const readerMemory = 768

/** Documents of a batch on a page of the office's. */
export const itemsPerPage = 50

/**
 * What the second person opens: every document matched by hand, the first, the last, and a random sample of the others.
 */
export const samplePercent = 5

/** Documents that are made in one transaction. */
export const releasedAtOnce = 100

/** How long after its release everyone is notified of a document, in seconds: until then a release can be recalled unnoticed. */
export const mailAfter = 15 * 60

/** Characters of why a document is excluded, or a batch recalled. */
export const reasonLength = 500

/** Requests that a document's page lists, the newest. All of them are in the file of a batch. */
export const accessesShown = 500
