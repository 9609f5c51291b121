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

/** A change of address that nobody finishes is forgotten. */
export const emailChangeLifetime = 30 * minute
/** New addresses one person may have codes sent to in `codeWindow`. */
export const newAddressesPerPerson = 10
/** The old address can take a change back for a week, and is nobody else's until then. */
export const reportLifetime = 7 * 24 * hour
/** Looks at and answers to such changes that one client may make in `leadWindow`. */
export const reportLooksPerClient = 120
/** Archives of everything that one person may fetch in an hour. */
export const archivesPerPerson = 6

/** A session ends this long after its last use. */
export const sessionLifetime = 12 * hour
/** A used session is extended at most this often. */
export const sessionRenewal = 5 * minute
/** Specification section 9: "Session auto-refresh tick 30 s, refresh when 3 ticks or fewer remain". */
export const sessionTick = 30 * second
export const sessionTicksLeft = 3
/** Specification section 9: "refresh retry backoff starts at 200 ms and doubles". */
export const sessionRetry = 200
/** Specification section 2: the sign-out diagnostics race it "against a 5-second timeout". */
export const signOutPatience = 5 * second
/** Specification section 8: "a profile read slower than 5 seconds counts as failed". */
export const profileTimeout = 5000

/** Specification section 5: "stated maximum 50MB each". */
export const uploadLimit = 50 * 1024 * 1024
/** People, and documents of everybody, on one page of the administrators' lists. */
export const peopleAtOnce = 50
export const documentsAtOnce = 50
/** Pages of such a list that can be turned; whoever looks for more narrows it down. */
export const listPages = 200
/** People a search offers while one types. */
export const peopleOffered = 20
/** A search is asked for when nobody has typed for this long. */
export const searchPause = 200
/** Characters of a search that count. */
export const searchLength = 100
/** Welcomes that one administrator may send in `invitationWindow`, and that may go to one address. */
export const invitationsPerAdministrator = 100
export const invitationsPerAddress = 4
export const invitationWindow = hour

/** Documents shown before the whole list is asked for, newest first. */
export const documentsAtFirst = 50

/** Of a document's views its history shows the newest. */
export const viewsShown = 500

/** Documents that can be downloaded, moved or asked to be deleted at once. */
export const documentsChosen = 5000
/** Calls, and messages, of visitors on one page of the administrators' list. */
export const requestsAtOnce = 50
/** Open delete requests on one page of the administrators' list. */
export const deleteRequestsAtOnce = 50
/** Longest address of a signing link, in characters. */
export const signingUrlLength = 2048

/** A PDF comes in pieces of this size, in bytes; the first one is as large as most whole papers. */
export const pdfPiece = 256 * 1024
export const firstPdfPiece = 512 * 1024
/** A larger PDF is fetched only where it is read. */
export const largePdf = 8 * 1024 * 1024
/** A piece that was lost on the way is asked for again after these pauses. */
export const pdfPieceRetries = [300, second, 3 * second]
/** Pixels one drawn page of a PDF may have; beyond, only what is in sight is drawn that fine. Phones have less memory. */
export const pdfCanvasPixels = 2 ** 24
export const pdfCanvasPixelsOnPhones = 5 * 2 ** 20
/** Of a longer text the viewer shows this much, in bytes. */
export const textShown = 1024 * 1024

/** An upload that nobody continues is removed after a day. */
export const uploadLifetime = 24 * hour
/** Uploads one person may have unfinished at once. */
export const uploadsAtOnce = 100
/** Specification section 4: "completed (removed after 3 s)". */
export const completedUploadStays = 3 * second
/** Specification section 9: "Notices vanish after 3 s". */
export const noticeStays = 3 * second
/** What one form may send, in bytes; files go another way. */
export const formSize = 1024 * 1024
/** Longest file name kept, in UTF-8 bytes: what every file system takes. */
export const filenameBytes = 255
/** Longest full name or organization, in characters. */
export const nameLength = 200
/** RFC 5321 section 4.5.3.1.3: a path is at most 256 octets, two of them the brackets. */
export const emailLength = 254

/** The first notice to a person starts this time; all that come in it go out as one mail. */
export const noticeWindow = 10 * minute
/** How long a browser is remembered as one a person signs in from; browsers keep a cookie no longer. */
export const deviceLifetime = 400 * 24 * hour

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
/**
 * Messages are removed this long after they were last worked on, calls this long after their day. The privacy policy
 * says it in years; the database lets nothing younger than 90 days go.
 */
export const leadsKept = 730 * 24 * hour
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
