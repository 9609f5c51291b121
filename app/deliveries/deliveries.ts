import { addMonths, type Day, partsOf } from '../../rules/days.ts'
import { looksLikePaymentInstructions } from '../../rules/payment-instructions.ts'
import type { DocumentCategory } from '../documents/documents.ts'

/** Deliveries: the same files to several people and holders at once. */

/** Files of a delivery, and documents that it makes of them, at most. */
export const deliveryFiles = 20
export const deliveryDocuments = 2000
/** Documents of a delivery on a page of the office's. */
export const deliveredPerPage = 100

/** The states of a delivery, in words. */
export const deliveryStates = {
  requested: 'Needs approval by a second person',
  sending: 'Being sent',
  sent: 'Sent',
  failed: 'Not sent',
  declined: 'Not approved',
  recalled: 'Recalled',
} as const
export type DeliveryState = keyof typeof deliveryStates

/** Holders, and people without one, that one person may deliver the same files to within a day, with no other person's approval. */
export const holdersAlone = 3

/** What a delivery asks of its sender: a proof of the same working day or a fresh one, and whether a second person approves it. */
export interface DeliveryGate {
  proof: 'workday' | 'fresh'
  secondPerson: boolean
}

/**
 * The proof for a delivery depends on its reach: its recipients, and what it may make them do.
 * @param owners holders, and people without one, that get something
 * @param reached those among them and others who were sent one of the files within the last day, in all
 * @param texts its names, its fund's, and the words in its files
 */
export function deliveryGate({
  owners,
  reached = owners,
  category,
  texts,
}: {
  owners: number
  reached?: number
  category: DocumentCategory
  texts: readonly string[]
}): DeliveryGate {
  const isNotice = category === 'Notices'
  const asksForMoney = looksLikePaymentInstructions(...texts)
  return {
    proof: owners > 1 || isNotice || asksForMoney ? 'fresh' : 'workday',
    secondPerson: reached > holdersAlone || isNotice || asksForMoney,
  }
}

/** Characters of why a delivery is recalled. */
export const recallReasonLength = 500

/** The outcome of the e-mail about a document, in words. */
export const mailOutcomes = {
  waiting: 'Goes out soon',
  recalled: 'Not sent',
  unwanted: 'Not wanted',
  sent: 'Sent',
  failed: 'Failed',
} as const
export type MailOutcome = keyof typeof mailOutcomes

/** What a document of a category is called, before the period it is about. */
export const documentWords: Record<DocumentCategory, string> = {
  'Investment Documents': 'Document',
  Statements: 'Statement',
  Tax: 'Tax form',
  Agreements: 'Agreement',
  Accreditation: 'Accreditation letter',
  Notices: 'Notice',
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Periods that documents are about, such as 'Jul–Sep 2026', 'Oct 2026' and '2026', the newest first. */
export interface NamedPeriods {
  quarters: string[]
  months: string[]
  years: string[]
}

/** @returns the periods that a document delivered today may be about: those that have ended, and the year that hasn't */
export function namedPeriods(today: Day): NamedPeriods {
  const { year, month } = partsOf(today)
  const first = (month: number) => `${year}-${String(month).padStart(2, '0')}-01`
  const back = (from: Day, step: number, count: number) =>
    Array.from({ length: count }, (_, n) => partsOf(addMonths(from, -step * (n + 1))))
  const quarter = first(month - ((month - 1) % 3))
  return {
    quarters: back(quarter, 3, 4).map(({ year, month }) => `${months[month - 1]}–${months[month + 1]} ${year}`),
    months: back(first(month), 1, 6).map(({ year, month }) => `${months[month - 1]} ${year}`),
    years: [year, year - 1, year - 2].map(String),
  }
}

/** @returns the period that documents of a category are usually about; '' for none */
export function usualPeriod(category: DocumentCategory, { quarters, years }: NamedPeriods): string {
  if (category === 'Statements') return quarters[0] ?? ''
  return category === 'Tax' ? (years[1] ?? '') : ''
}

/**
 * @param template what the documents are called and the period they are about, such as 'Statement' and 'Jul–Sep 2026'
 * @param filename the file's own name
 * @param isOneOfSeveral whether other files are delivered with it, so that its own name distinguishes it
 * @returns a name without extension: the file's own where there is no period
 */
export function deliveredName(
  { word, period }: { word: string; period: string },
  filename: string,
  isOneOfSeveral: boolean,
): string {
  const own = stemOf(filename)
  if (!period) return own
  return [word.trim(), period, isOneOfSeveral && own].filter(Boolean).join(', ')
}

/** @returns a file's name without its extension */
export function stemOf(filename: string): string {
  return filename.replace(/\.[^.]*$/, '')
}

/** Errors by code. */
export const deliveryMessages = {
  LOAD_DELIVERIES_FAILED: 'We couldn’t load the deliveries. Please try again.',
  DELIVERY_FAILED: 'We couldn’t send this. Nothing was sent; everything you’ve entered is still here. Try again.',
  DELIVERY_FAILED_CHANGE: 'That didn’t work, and nothing has changed. Please try again.',
  DELIVERY_EMPTY: 'Choose at least one file and one recipient. Every file needs a recipient, and everyone a file.',
  DELIVERY_LARGE: `Send at most ${deliveryFiles} files, and ${deliveryDocuments} documents in all, at once.`,
  DELIVERY_FILE_GONE: 'One of the files is no longer on our side. Remove it and add it again.',
  DELIVERY_RECIPIENT_GONE:
    'A person you chose can’t receive documents anymore: their access is closed, or no one is authorized for the holder. Load the page again and choose again.',
  DELIVERY_NO_ROOM: 'A person you chose has no room left for more documents.',
  DELIVERY_NOBODY_APPROVES: `A second person has to open and approve this, and no one else can. Send it to at most ${holdersAlone} holders and under another category than Notices, or ask the person who runs the server to make another person an approver (npm run admin -- approver).`,
  UPLOAD_SECOND_PERSON:
    'A notice, and a file for many people, takes a second person who opens and approves it. Send it with Deliver instead.',
  DELIVERY_PAYMENT_WORDS:
    'This reads like payment instructions, in a name or in a file. The fund’s belong on the wire page alone. Leave it out, or send it anyway: a second person then opens and approves it.',
  DELIVERY_BUSY: 'We’re reading the files of other deliveries right now. Wait {wait}, then send this one again.',
  DELIVERY_UNOPENED: 'Open every file of this delivery first, to its end. Then approve it.',
  DELIVERY_STALE:
    'This delivery has changed since it was submitted: one of its recipients can’t receive documents now. Reject it; it can be sent again without them.',
  DELIVERY_STATE: 'This delivery has changed since the page was loaded. Load the page again.',
  DELIVERY_REASON: `Say why, in at most ${recallReasonLength} characters.`,
  DELIVERY_RECALLED: 'This has been recalled already.',
} as const
