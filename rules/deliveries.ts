import type { DocumentCategory } from './documents.ts'
import { addMonths, type Day, partsOf } from './notes/days.ts'

/** Deliveries: the same files to several people and holders at once. */

/** Files of a delivery, and documents that it makes of them, at most. */
export const deliveryFiles = 20
export const deliveryDocuments = 2000
/** Deliveries, and documents of one, on a page of the office's. */
export const deliveriesPerPage = 50
export const deliveredPerPage = 100

/** The states of a delivery, in words. */
export const deliveryStates = { sending: 'Being sent', sent: 'Sent', failed: 'Not sent' } as const
export type DeliveryState = keyof typeof deliveryStates

/** What became of the e-mail that tells of a document, in words. */
export const mailOutcomes = {
  waiting: 'Goes out soon',
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
 * @param isOneOfSeveral whether other files are delivered with it, from which its own name tells it
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
  DELIVERY_FAILED:
    'We couldn’t send this. Nobody has received anything; everything you’ve entered is still here. Try again.',
  DELIVERY_EMPTY:
    'Choose at least one file and somebody who gets it. Every file needs a recipient, and everyone a file.',
  DELIVERY_LARGE: `Send at most ${deliveryFiles} files, and ${deliveryDocuments} documents in all, at once.`,
  DELIVERY_FILE_GONE: 'One of the files is no longer on our side. Remove it and add it again.',
  DELIVERY_RECIPIENT_GONE:
    'Somebody you chose can’t receive documents anymore: their access is closed, or nobody is authorized for the holder. Load the page again and choose once more.',
  DELIVERY_NO_ROOM: 'Somebody you chose has no room left for more documents.',
} as const
