/**
 * Limits of the specification (sections 4, 5 and 9) and of the decisions made on it, shared by browser and server and
 * defined only here. Times are milliseconds unless the name says otherwise, sizes are bytes.
 */

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Specification section 5: login code is "digits only, exactly 6". */
export const codeLength = 6
/** Specification section 9: "Code resend interval 60000 ms". */
export const codeResendInterval = 60_000
/** A code expires ten minutes after it was sent. */
export const codeLifetime = 10 * minute
/** A code becomes invalid after five failed attempts. */
export const codeAttempts = 5

/** Most days that the test sign-in of a site with https works. */
export const testLoginDays = 30

/** Codes for a change of address that one person may have sent to their own address in `codeWindow`. */
export const codesPerAddress = 6
/** Codes that one client (IP address) may request in `codeWindow` without a session. */
export const codesPerClient = 30
/** Codes in `leadDay` to an address that a person enters as their new one; all guests together count as one person. */
export const codesToNewAddress = 6
/** A person's attempts at the codes of a change of address in `codeWindow`. */
export const codeAttemptsPerPerson = 60
export const codeWindow = 15 * minute

// Sign-in, derived in docs/security.md, "Sign-in odds". A stranger is a browser that this person hasn't signed in with.

/** Codes that a known browser may request in `codeWindow`. */
export const codesPerKnownBrowser = 6
/** Failed attempts in `frictionWindow` after which a known browser counts as a stranger. */
export const wrongTriesPerKnownBrowser = 10
/** A stranger's second code becomes invalid after five failed attempts. */
export const secondCodeAttempts = 5
/** Period of strangers' actions that decide how much friction they meet. */
export const frictionWindow = 24 * hour
/** Unused codes to one address, and from one network, before strangers meet friction. */
export const freeCodesPerAddress = 3
export const freeCodesPerNetwork = 10
/** Strangers' initial wait between codes, or computing time; doubled after each code, up to these maximums. */
export const codeWait = minute
export const longestWaitPerAddress = 20 * minute
export const longestWaitPerNetwork = hour
/** Leading zero bits of the proof of work instead of the first such wait; each further unused code adds one. */
export const proofOfWorkBits = 16
/** A proof of work must be submitted within this time. */
export const proofOfWorkLifetime = hour
/** Strangers' failed attempts from one network before each must wait: a second, then doubled each time. */
export const freeTriesPerNetwork = 10
export const tryWait = second
export const longestTryWait = 15 * minute
/** First codes that strangers may try in an hour, all together; beyond that, one at a time. */
export const strangerTriesPerHour = 2000
export const strangerTryInterval = 2 * second
/** Strangers' failed attempts in an hour, and number of addresses, that raise an alarm. */
export const alarmTries = 30
export const alarmAddresses = 10
export const alarmWindow = hour
/** Interval of codes during an alarm for all strangers with browsers that can't compute. */
export const codeInTurnInterval = 10 * second
/** Attempts at the test sign-in in `codeWindow`; its code is constant. */
export const testLoginAttempts = 20
/** The cookie to which codes are bound. */
export const browserCookieLifetime = 24 * hour

/** An unfinished change of address expires. */
export const emailChangeLifetime = 30 * minute
/** New addresses that one person may have codes sent to in `codeWindow`. */
export const newAddressesPerPerson = 10
/** The old address can undo a change for a week, and no one else can use it until then. */
export const reportLifetime = 7 * 24 * hour
/** Requests about such changes that one client may make in `leadWindow`. */
export const reportPageViewsPerClient = 120
/** Such new addresses of all guests together in `codeWindow`: accounts are free, and each code is an e-mail to a stranger. */
export const newAddressesOfGuests = 60
/** Data exports that one person may download in an hour, and all guests together. */
export const archivesPerPerson = 6
export const archivesOfGuests = 120

/** Age of fresh proof: since signing in, showing a passkey or entering a code. */
export const freshProof = 10 * minute
/**
 * Age of proof for sending to one investor in the fund's name: a working day, since administrators send all day, but a
 * session left open since yesterday must not.
 */
export const workdayProof = 10 * hour
/**
 * Codes for fresh proof that one person may have sent, and attempts to enter one, in `proofWindow`. An attacker who
 * guesses has their session already; its owner can always sign in again.
 */
export const proofCodesPerPerson = 12
export const proofAttemptsPerPerson = 20
export const proofWindow = 24 * hour
/** A browser has this long to answer a request for a passkey. */
export const challengeLifetime = 10 * minute
/** Requests for a passkey at sign-in that one client (IP address) may make in `codeWindow`. */
export const passkeyRequestsPerClient = 120
/** Most passkeys per person. */
export const passkeysPerPerson = 20
/** Length of a passkey's name, in characters. */
export const passkeyNameLength = 60
/** Recovery codes made at a time. */
export const recoveryCodes = 10
/** Recovery codes that one session may try in `codeWindow`. */
export const recoveryAttemptsPerSession = 10
/**
 * Wait before a person with no passkey at hand and no recovery code may change their passkeys, which then stays
 * possible for as long; and how often they may request it in `passkeyRecoveryWindow`. Until then each address of the
 * account can stop it, including replaced ones, which are retained for that.
 */
export const passkeyRecoveryWait = 7 * 24 * hour
export const passkeyRecoveriesPerPerson = 3
export const passkeyRecoveryWindow = 30 * 24 * hour
export const replacedAddressRetention = 365 * 24 * hour
/** Time in which an administrator who lost their passkey may add another after a colleague's permit. */
export const passkeyPermitLifetime = 24 * hour

/** A session ends this long after its last use. */
export const sessionLifetime = 12 * hour
/** A session ends this long after signing in, even if in use. The database enforces it, too. */
export const sessionMaxLifetime = 30 * 24 * hour
/** A session in use is extended at most this often. */
export const sessionRenewal = 5 * minute
/** Specification section 9: "Session auto-refresh tick 30 s, refresh when 3 ticks or fewer remain". */
export const sessionTick = 30 * second
export const sessionTicksLeft = 3
/** Specification section 9: "refresh retry backoff starts at 200 ms and doubles". */
export const sessionRetry = 200
/** Specification section 2: the sign-out diagnostics race it "against a 5-second timeout". */
export const signOutTimeout = 5 * second
/** Specification section 8: "a profile read slower than 5 seconds counts as failed". */
export const profileTimeout = 5000

/**
 * Longest wait (ms) of a request for an unresponsive database: the first page after it has stopped is refused within
 * two seconds, and the browser retries by itself.
 */
export const databasePatience = 1500
/** Time (ms) that a failing upload is retried before the list says so: with the requests' own time, within ten seconds. */
export const uploadRetries = 5 * second

/** Time that an answer of /readyz is cached: each check reaches the database and the store. */
export const readinessCacheTime = second

/** Reads of one calendar per hour. */
export const calendarReads = 120

/** Streams of live updates, about one for each open tab. */
export const streamsPerSession = 20
export const streamsPerPerson = 60

/** Specification section 5: "stated maximum 50MB each". */
export const uploadLimit = 50 * 1024 * 1024
/** Page sizes of the administrators' lists of people, and of everyone's documents. */
export const peoplePerPage = 50
export const documentsPerPage = 50
/** Most rows of an exported list, and batch size. */
export const exportedRows = 1_000_000
export const exportBatch = 2000
/**
 * Logged actions of people other than administrators in `changeWindow`: by one person, by one guest, and by all guests
 * together. Entries, of about 2 KB each, can't be deleted.
 */
export const changesPerPerson = 2000
export const changesPerGuest = 200
export const changesByGuests = 20_000
export const changeWindow = 24 * hour

/** Most pages of such a list; to see more, administrators search. */
export const listPages = 200
/** People suggested while an administrator types. */
export const peopleSuggested = 20
/** A search is sent after typing has paused for this long. */
export const searchDelay = 200
/** Characters of a search that are used. */
export const searchLength = 100
/** Invitations that one administrator may send, and one address may get, in `invitationWindow`. */
export const invitationsPerAdministrator = 100
export const invitationsPerAddress = 4
export const invitationWindow = hour

/**
 * Concurrently rendered and queued pages of one accepted person, or of one network (IP address). More are refused, as
 * are pages beyond the total queue of all people, or of all networks.
 */
export const pagesAtOnce = 2
export const pagesWaiting = 200
export const pagesWaitingInAll = 2000

/** Known readers (server/http/known-readers.ts) cached by a process; beyond that, the oldest are dropped. */
export const readersKnown = 2000

/** Milliseconds until the next page of all networks starts while an accepted person's is rendered. */
export const pageAfterKnown = 20

/** Newest documents shown before the rest of the list is loaded. */
export const documentsAtFirst = 50

/** Unread documents named on an investor's home; beyond that, their number. */
export const newsShown = 3

/** Rows of a long list are counted up to this number. The database's function for documents has it, too. */
export const countLimit = 1000

/** Newest views shown in a document's history. */
export const viewsShown = 500

/** Documents that can be downloaded, moved or requested for deletion at once. */
export const bulkActionLimit = 5000
/** Page size of the administrators' list of delete requests, and maximum length of why one is rejected, in characters. */
export const deleteRequestsPerPage = 50
export const rejectReasonLength = 500
/** Page size of the administrators' list of failed e-mails. */
export const mailFailuresPerPage = 50
/** Page size of the audit log. */
export const auditEntriesPerPage = 50
/** Newest entries about their own account in a person's settings. */
export const ownActivityShown = 12
/** Maximum length of a signing link's address, in characters. */
export const signingUrlLength = 2048
/** Largest fee of a bank for a wire, in cents: more is a typo. */
export const wireFeeMost = 500_00n

/** PDFs are loaded in ranges of this many bytes; the first range covers most documents. */
export const pdfPiece = 256 * 1024
export const firstPdfPiece = 512 * 1024
/** Larger PDFs are loaded only as they are read. */
export const largePdf = 8 * 1024 * 1024
/** Delays before a lost range is requested again. */
export const pdfPieceRetries = [300, second, 3 * second]
/** Pixels of a PDF's rendered page; above that, only the visible part is rendered at full resolution. Phones have less memory. */
export const pdfCanvasPixels = 2 ** 24
export const pdfCanvasPixelsOnPhones = 5 * 2 ** 20
/** Bytes of a text file that the viewer shows. */
export const textShown = 1024 * 1024

/**
 * Files, and ranges of them, that a person other than an administrator may read in an hour, per process. Their records
 * are never deleted: a row for each reading, and at most twenty of one kind about a document in one session.
 */
export const readsPerPerson = 20_000
/** The same for all guests together: accounts are free. A reader of a document requests a few dozen ranges. */
export const readsOfGuests = 40_000
/** Access records buffered while the database is unreachable; beyond that, the oldest go to the process's log. */
export const accessesWaiting = 10_000

/** A guest's quota; an accepted person's is in `content/quota.ts`. */
export const guestDocuments = 20
export const guestBytes = 200 * 1024 * 1024
/** Uploads that a guest may start in an hour, finished or not. */
export const guestUploadsPerHour = 30
/** The same for all guests together. */
export const uploadsOfGuestsPerHour = 1000
/** Used share of a quota from which the person sees it. */
export const quotaShownFrom = 0.8
/** Maximum length of the reason for disabling a person, in characters. */
export const disableReasonLength = 500

/** An upload that isn't continued is removed after a day. */
export const uploadLifetime = 24 * hour
/** People can undo an upload within this time, unless someone else has opened it; until then it is marked as new. */
export const undoUploadTime = hour
/** A person who joined within this time sees the four steps of investing. */
export const newPersonTime = 30 * 24 * hour
/** Largest PDF searched for Social Security numbers when it is added as evidence, and longest search. */
export const evidenceSearched = 20 * 1024 * 1024
export const evidenceTime = 10 * second
/** PDFs queued to be searched, one at a time; and one person's searches per hour. */
export const evidenceWaiting = 4
export const evidencePerPerson = 40
/** Longest search for payment instructions in a delivery's files, all together; larger files aren't searched. */
export const deliveryReadTime = 20 * second
/** Deliveries queued to be searched, one at a time; and one person's searches per hour. */
export const deliveryReadsWaiting = 4
export const deliveryReadsPerPerson = 200
/** Letters for professionals to sign: time limit, queue, and one person's letters per hour. */
export const pdfTimeout = 20 * second
export const pdfQueueLength = 4
export const pdfsPerPerson = 20
/** Unfinished uploads that one person may have. */
export const uploadsAtOnce = 100
/** Specification section 4: "completed (removed after 3 s)". */
export const completedUploadStays = 3 * second
/** Specification section 9: "Notices vanish after 3 s". */
export const noticeStays = 3 * second
/** Maximum size of a form; files aren't uploaded with forms. A signed-in person may select many documents. */
export const bulkForm = { bytes: 1024 * 1024, fields: bulkActionLimit + 1000 }
/** Files at once that anyone sends with a form to be checked (app/sealing/), each of at most twelve megabytes in memory. */
export const strangersFiles = { ofNetwork: 4, inAll: 16 }
/** The longest message, if every character takes three bytes and each byte is percent-encoded, fits several times. */
export const visitorForm = { bytes: 128 * 1024, fields: 200 }
/** Maximum length of a file name in bytes of UTF-8, which every file system supports. */
export const filenameBytes = 255
/** Maximum length of a full name or organization, in characters. */
export const nameLength = 200
export const phoneLength = 40
/** RFC 5321 section 4.5.3.1.3: a path has at most 256 octets, including two brackets. */
export const emailLength = 254

/** Lifetime of an e-mail's unsubscribe button. */
export const unsubscribeLifetime = 400 * 24 * hour
/** Starts with the first event for a person; all events in it are sent as one e-mail. */
export const noticeWindow = 10 * minute
/** How long a browser is remembered; browsers store no cookie longer. */
export const deviceLifetime = 400 * 24 * hour

/** Specification section 9: "Header appears after about 500-800px scroll". */
export const headerAppearsAt = 600
/** Specification section 9: "copy-email confirmation 2 s"; the same for a copied link. */
export const copiedStays = 2 * second
/** Duration of the calculator's count to a new value. */
export const figureAnimation = 300

/**
 * Messages in `leadDay` from one client (IP address, which an office shares), and from one e-mail address, which gets a
 * receipt for each.
 */
export const messagesPerClient = 20
export const messagesPerAddress = 5
/** Calls booked in `leadDay` from one client, and by one e-mail address: a first one, another to correct it, one more. */
export const callsPerClient = 6
export const callsPerAddress = 3
export const leadDay = 24 * hour
/** Visitors' forms that one client may send in `leadWindow`, successful or not. */
export const leadAttemptsPerClient = 60
/** How often a call may be moved in `leadDay`: each time both sides get an e-mail. */
export const callMoves = 5
/** Requests about calls by their mailed link that one client may make in `leadWindow`. */
export const callPageViewsPerClient = 120
export const leadWindow = hour
/**
 * Messages are removed this long after their last update, calls this long after their date. The privacy policy states
 * it in years; the database refuses to delete anything younger than 90 days.
 */
export const leadRetention = 730 * 24 * hour
/** A visitor's form may be sent this long after it was opened. */
export const formTicketLifetime = 24 * hour
/** A form submitted faster than this was filled in by a bot; a person who is that fast presses the button again. */
export const minFormTime = 1.5 * second

/** Specification section 9: "booking widget 5 s maximum; form and calendar pages 2 s". */
export const bookingOverlay = 5 * second
export const formOverlay = 2 * second
/** Specification section 9: "Preload delays 500 ms, then 1 s and 2 s steps"; section 4 names the order. */
export const preloadStart = 500
export const preloadForm = second
export const preloadStep = 2 * second
/** Specification section 9: "Landing fade 150 ms". */
export const landingFade = 150
