/**
 * The numbers of the specification (sections 4, 5 and 9) and of the decisions made on it, shared by browser and server
 * and not repeated anywhere else. Times are milliseconds unless the name says otherwise, sizes are bytes.
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

/** The test sign-in of a site with https works for at most this many days. */
export const testLoginDays = 30

/** Codes for a change of address that one person may have sent to their own address in `codeWindow`. */
export const codesPerAddress = 6
/** Codes that one client (IP address) may request in `codeWindow` before anybody is signed in. */
export const codesPerClient = 30
/** Codes in `leadDay` to an address that a person says is their new one; all guests together count as one person. */
export const codesToNewAddress = 6
/** Attempts of one person to enter the codes of a change of address in `codeWindow`. */
export const codeAttemptsPerPerson = 60
export const codeWindow = 15 * minute

// Sign-in, derived in docs/security.md, "Sign-in odds". A stranger is a browser that this person hasn't signed in with.

/** Codes that a known browser may request in `codeWindow`. */
export const codesPerKnownBrowser = 6
/** A known browser with this many wrong attempts in `frictionWindow` counts as a stranger. */
export const wrongTriesPerKnownBrowser = 10
/** A stranger's second code becomes invalid after five failed attempts. */
export const secondCodeAttempts = 5
/** What strangers have done for this long decides how much friction they meet. */
export const frictionWindow = 24 * hour
/** Codes that nobody used, to one address and from one network, before strangers meet friction. */
export const freeCodesPerAddress = 3
export const freeCodesPerNetwork = 10
/** Strangers then wait this long between codes, or compute; twice as long after each code, up to these maximums. */
export const codeWait = minute
export const longestWaitPerAddress = 20 * minute
export const longestWaitPerNetwork = hour
/** Leading zero bits of the proof of work instead of the first such wait; each further unused code adds one. */
export const proofOfWorkBits = 16
/** A proof of work must be submitted within this time. */
export const proofOfWorkLifetime = hour
/** Wrong attempts of strangers from one network before each must wait: a second, then twice as long each time. */
export const freeTriesPerNetwork = 10
export const tryWait = second
export const longestTryWait = 15 * minute
/** First codes that strangers may try in an hour, all together; beyond that, one at a time. */
export const strangerTriesPerHour = 2000
export const strangerTryInterval = 2 * second
/** This many wrong attempts of strangers in an hour, at this many addresses, raise an alarm. */
export const alarmTries = 30
export const alarmAddresses = 10
export const alarmWindow = hour
/** During an alarm, strangers whose browsers can't compute get one code in this time, all together. */
export const codeInTurnInterval = 10 * second
/** Attempts at the test sign-in in `codeWindow`; its code never changes. */
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
export const reportLooksPerClient = 120
/** Such new addresses of all guests together in `codeWindow`: accounts cost nothing, and each code is a mail to a stranger. */
export const newAddressesOfGuests = 60
/** Data exports that one person may download in an hour, and all guests together. */
export const archivesPerPerson = 6
export const archivesOfGuests = 120

/** A session counts as proved for this long after signing in, showing a passkey or entering a code. */
export const freshProof = 10 * minute
/**
 * What the office sends to one investor in the fund's name takes a proof no older than a working day: the office sends all
 * day, and a session left open since yesterday sends nothing.
 */
export const workdayProof = 10 * hour
/**
 * Codes for fresh proof that one person may have sent, and attempts to enter one, in `proofWindow`. An attacker who guesses
 * has their session already; its owner can always sign in again.
 */
export const proofCodesPerPerson = 12
export const proofAttemptsPerPerson = 20
export const proofWindow = 24 * hour
/** A browser has this long to answer a request for a passkey. */
export const challengeLifetime = 10 * minute
/** Requests for a passkey at sign-in that one client (IP address) may make in `codeWindow`. */
export const passkeyRequestsPerClient = 120
/** Passkeys that one person may have. */
export const passkeysPerPerson = 20
/** Length of a passkey's name, in characters. */
export const passkeyNameLength = 60
/** Recovery codes made at a time. */
export const recoveryCodes = 10
/** Recovery codes that one session may try in `codeWindow`. */
export const recoveryAttemptsPerSession = 10
/**
 * Somebody with a passkey, but none at hand and no recovery code, may change their passkeys this long after they asked, for
 * as long again, and may ask this often in `passkeyRecoveryWindow`. Each address of the account can stop it until then: also
 * those that were replaced, which are kept for that.
 */
export const passkeyRecoveryWait = 7 * 24 * hour
export const passkeyRecoveriesPerPerson = 3
export const passkeyRecoveryWindow = 30 * 24 * hour
export const replacedAddressKept = 365 * 24 * hour
/** How long an administrator who lost their passkey may add another after a colleague allowed it. */
export const passkeyPermitLifetime = 24 * hour

/** A session ends this long after its last use. */
export const sessionLifetime = 12 * hour
/** However much it is used, a session ends this long after signing in. The database enforces it, too. */
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
 * How long (ms) a request waits for a database that doesn't answer: the first page after it has stopped is refused within two
 * seconds, and the browser tries again by itself.
 */
export const databasePatience = 1500
/** How long (ms) an upload whose server fails is retried before the list says so: with the requests' own time, within ten seconds. */
export const uploadRetries = 5 * second

/** What /readyz answers is everybody's for this long: each look reaches the database and the store. */
export const readinessKept = second

/** How often programs may fetch one calendar in an hour. */
export const calendarReads = 120

/** Streams of live updates, about one for each open tab. */
export const streamsPerSession = 20
export const streamsPerPerson = 60

/** Specification section 5: "stated maximum 50MB each". */
export const uploadLimit = 50 * 1024 * 1024
/** People, and everyone's documents, on a page of the administrators' lists. */
export const peoplePerPage = 50
export const documentsPerPage = 50
/** Rows of an exported list at most, and rows read at a time. */
export const exportedRows = 1_000_000
export const exportBatch = 2000
/**
 * Acts outside the office that write to the log in `changeWindow`: by one person, by one whom the fund hasn't accepted yet,
 * and by all of those together. Nobody may delete its entries, of about 2 KB each.
 */
export const changesPerPerson = 2000
export const changesPerGuest = 200
export const changesByGuests = 20_000
export const changeWindow = 24 * hour

/** Pages of such a list that can be opened; to see more, administrators search. */
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
 * Pages that are rendered at once, and that wait for their turn: of one person whom the fund has accepted, or of one network (IP
 * address) with all others there. More are refused, as is what would wait where so many of all people, or of all networks, do.
 */
export const pagesAtOnce = 2
export const pagesWaiting = 200
export const pagesWaitingInAll = 2000

/** Known readers (server/http/known-readers.ts) that a process keeps. Of more, it forgets those it has known longest. */
export const readersKnown = 2000

/** Milliseconds after which the next page of all networks starts while one of somebody whom the fund has accepted is rendered. */
export const pageAfterKnown = 20

/** Documents shown before the rest of the list is loaded, newest first. */
export const documentsAtFirst = 50

/** Unread documents that an investor's home names; of more, how many there are. */
export const newsShown = 3

/** Rows of a long list are counted up to this number. The database's function for documents has it, too. */
export const countLimit = 1000

/** Views shown in a document's history, the newest. */
export const viewsShown = 500

/** Documents that can be downloaded, moved or requested for deletion at once. */
export const bulkActionLimit = 5000
/** Open delete requests on a page of the administrators' list. */
export const deleteRequestsPerPage = 50
/** Failed e-mails on a page of the administrators' list. */
export const mailFailuresPerPage = 50
/** Entries on a page of the audit log. */
export const auditEntriesPerPage = 50
/** The newest entries about their own account that a person's settings list. */
export const ownActivityShown = 12
/** Maximum length of a signing link's address, in characters. */
export const signingUrlLength = 2048

/** PDFs are loaded in pieces of this many bytes; the first piece holds most documents whole. */
export const pdfPiece = 256 * 1024
export const firstPdfPiece = 512 * 1024
/** Larger PDFs are loaded only where they are being read. */
export const largePdf = 8 * 1024 * 1024
/** Delays before a lost piece is requested again. */
export const pdfPieceRetries = [300, second, 3 * second]
/**
 * Pixels of a PDF's rendered page; above that, only the visible part is rendered at full resolution. Phones have less
 * memory.
 */
export const pdfCanvasPixels = 2 ** 24
export const pdfCanvasPixelsOnPhones = 5 * 2 ** 20
/** Bytes of a text file that the viewer shows. */
export const textShown = 1024 * 1024

/**
 * Files, and pieces of them, that somebody outside the office may read in an hour, in each process of the site. What they leave is
 * never deleted: a row for each reading, and at most twenty of one kind about a document in one session.
 */
export const readsPerPerson = 20_000
/** The same of all guests together: accounts cost nothing. Someone who is shown a document reads a few dozen pieces. */
export const readsOfGuests = 40_000
/** Rows about what was served that wait while the database can't be reached; the oldest of more go to the process's log. */
export const accessesWaiting = 10_000

/** What someone may store whom the fund hasn't accepted yet; an accepted person's quota is in `content/quota.ts`. */
export const guestDocuments = 20
export const guestBytes = 200 * 1024 * 1024
/** Uploads that a guest may begin in an hour, finished or not. */
export const guestUploadsPerHour = 30
/** The same of all guests together. */
export const uploadsOfGuestsPerHour = 1000
/** From this share of a quota on, the person sees how much is used. */
export const quotaShownFrom = 0.8
/** Maximum length of the reason for closing someone's access, in characters. */
export const disableReasonLength = 500

/** An upload that isn't continued is removed after a day. */
export const uploadLifetime = 24 * hour
/** People can undo an upload within this time, unless someone else has opened it; until then it is marked as new. */
export const undoUploadTime = hour
/** Someone who joined within this time sees the four steps of investing. */
export const newPersonTime = 30 * 24 * hour
/** A larger PDF isn't searched for Social Security numbers when it is added as evidence, nor one that takes longer. */
export const evidenceSearched = 20 * 1024 * 1024
export const evidenceTime = 10 * second
/** PDFs that wait to be searched, one at a time; and what one person may have searched in an hour. */
export const evidenceWaiting = 4
export const evidencePerPerson = 40
/** A larger file isn't searched for payment instructions when it is delivered, nor what takes longer, all files together. */
export const deliveryReadTime = 20 * second
/** Deliveries whose files wait to be searched, one at a time; and what one person may have searched in an hour. */
export const deliveryReadsWaiting = 4
export const deliveryReadsPerPerson = 200
/** Letters for professionals to sign: how long one may take, those that wait, and what one person may have made in an hour. */
export const letterTime = 20 * second
export const lettersWaiting = 4
export const lettersPerPerson = 20
/** Unfinished uploads that one person may have. */
export const uploadsAtOnce = 100
/** Specification section 4: "completed (removed after 3 s)". */
export const completedUploadStays = 3 * second
/** Specification section 9: "Notices vanish after 3 s". */
export const noticeStays = 3 * second
/** Maximum size of a form; files aren't uploaded with forms. Someone who is signed in may choose many documents. */
export const bulkForm = { bytes: 1024 * 1024, fields: bulkActionLimit + 1000 }
/** The longest message, if every character takes three bytes and each byte is percent-encoded, fits several times. */
export const visitorForm = { bytes: 128 * 1024, fields: 200 }
/** Maximum length of a file name in bytes of UTF-8, which every file system supports. */
export const filenameBytes = 255
/** Maximum length of a full name or organization, in characters. */
export const nameLength = 200
export const phoneLength = 40
/** RFC 5321 section 4.5.3.1.3: a path has at most 256 octets, including two brackets. */
export const emailLength = 254

/** The unsubscribe button of an e-mail works this long. */
export const unsubscribeLifetime = 400 * 24 * hour
/** Starts with the first notice to a person; all notices in it are sent as one e-mail. */
export const noticeWindow = 10 * minute
/** How long a browser is remembered; browsers keep no cookie longer. */
export const deviceLifetime = 400 * 24 * hour

/** Specification section 9: "Header appears after about 500-800px scroll". */
export const headerAppearsAt = 600
/** Specification section 9: "copy-email confirmation 2 s"; the same for a copied link. */
export const copiedStays = 2 * second
/** How long the calculator's figures take to count to a new value. */
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
/** Visitors' forms that one client may send in `leadWindow`, whether or not something comes of them. */
export const leadAttemptsPerClient = 60
/** How often a call may be moved in `leadDay`: each time both sides get an e-mail. */
export const callMoves = 5
/** Requests about calls by their mailed link that one client may make in `leadWindow`. */
export const callLooksPerClient = 120
export const leadWindow = hour
/**
 * Messages are removed this long after their last update, calls this long after their date. The privacy policy states
 * it in years; the database refuses to delete anything younger than 90 days.
 */
export const leadsKept = 730 * 24 * hour
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
