/**
 * The numbers of the specification (sections 4, 5 and 9) and of the decisions made on it.
 * Browser and server both read them here; nothing else types them again. Times are milliseconds
 * unless the name says otherwise, sizes are bytes.
 */

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Specification section 5: login code is "digits only, exactly 6". */
export const codeLength = 6
/** Specification section 9: "Code resend interval 60000 ms". */
export const codeResendInterval = 60_000
/** A code dies ten minutes after it was sent. */
export const codeLifetime = 10 * minute
/** A code dies at the fifth wrong try. */
export const codeTries = 5

/** Codes one address may ask for in `codeWindow`, whoever asks. */
export const codesPerAddress = 6
/** Codes one client (IP address) may ask for in `codeWindow`, whatever the address. */
export const codesPerClient = 30
/** Code tries for one address in `codeWindow`, over all its codes. */
export const triesPerAddress = 20
/** Code tries from one client in `codeWindow`. */
export const triesPerClient = 60
export const codeWindow = 15 * minute

/** A session ends this long after its last use. */
export const sessionLifetime = 12 * hour
/** A used session is extended at most this often. */
export const sessionRenewal = 5 * minute
/** Specification section 9: "Session auto-refresh tick 30 s, refresh when 3 ticks or fewer remain". */
export const sessionTick = 30 * second
export const sessionTicksLeft = 3
/** Specification section 9: "refresh retry backoff starts at 200 ms and doubles". */
export const sessionRetry = 200
/** Specification section 8: "a profile read slower than 5 seconds counts as failed". */
export const profileTimeout = 5000

/** Specification section 5: "stated maximum 50MB each". */
export const uploadLimit = 50 * 1024 * 1024
/** Documents shown before the whole list is asked for, newest first. */
export const documentsAtFirst = 50

/** An upload that nobody continues is removed after a day. */
export const uploadLifetime = 24 * hour
/** Uploads one person may have unfinished at once. */
export const uploadsAtOnce = 100
/** Specification section 4: "completed (removed after 3 s)". */
export const completedUploadStays = 3 * second
/** Specification section 9: "Notices vanish after 3 s". */
export const noticeStays = 3 * second
/** Longest file name kept, in UTF-8 bytes: what every file system takes. */
export const filenameBytes = 255
/** Longest full name or organization, in characters. */
export const nameLength = 200
/** RFC 5321 section 4.5.3.1.3: a path is at most 256 octets, two of them the brackets. */
export const emailLength = 254

/** Specification section 9: "Header appears after about 500-800px scroll". */
export const headerAppearsAt = 600
/** Specification section 9: "copy-email confirmation 2 s"; the same for a copied link. */
export const copiedStays = 2 * second
/** The calculator's figures count to their new value in this time. */
export const figuresCount = 300

/** Messages and calls that may come in `leadWindow` from one client (IP address), and under one e-mail address. */
export const leadsPerClient = 20
export const leadsPerAddress = 6
/** Looks at and changes of calls by their mailed link that one client may make in `leadWindow`. */
export const callLooksPerClient = 120
export const leadWindow = hour
/** A form that comes back sooner than this was not read by a person; whoever was, presses again. */
export const leastFormTime = 1.5 * second

/** Specification section 9: "booking widget 5 s maximum; form and calendar pages 2 s". */
export const bookingOverlay = 5 * second
export const formOverlay = 2 * second
/** Specification section 9: "Preload delays 500 ms, then 1 s and 2 s steps"; section 4 names the order. */
export const preloadStart = 500
export const preloadForm = second
export const preloadStep = 2 * second
/** Specification section 9: "Landing fade 150 ms". */
export const landingFade = 150
