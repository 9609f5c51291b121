import { addMonths, type Day, dayOf, partsOf } from '../../rules/days.ts'
import type { DocumentCategory } from '../documents/documents.ts'

/**
 * Delegates: people with view-only access to what a holder shares, until a day (specification notes, section E). They
 * never see a signing link, bank details, a tax number, other members, or the investor's views.
 */

/** Kinds of delegates, with their labels. */
export const delegateKinds = {
  accountant: 'Accountant',
  spouse: 'Spouse',
  attorney: 'Attorney',
  adviser: 'Financial adviser',
  custodian: 'Custodian',
} as const
export type DelegateKind = keyof typeof delegateKinds

/** Nouns in a sentence to the investor, such as 'your accountant'. */
export const delegateNouns: Record<DelegateKind, string> = {
  accountant: 'accountant',
  spouse: 'spouse',
  attorney: 'attorney',
  adviser: 'financial adviser',
  custodian: 'custodian',
}

/** A delegate's access. */
export interface Granted {
  /** Of documents. */
  categories: readonly DocumentCategory[]
  /** Notes and payments, and the year's figures. */
  figures: boolean
  /** Whether they may download documents. */
  download: boolean
}

/** Initial access of each kind; the investor may change it. */
export const delegatePresets: Record<DelegateKind, Granted> = {
  accountant: { categories: ['Tax', 'Statements'], figures: true, download: true },
  spouse: {
    categories: ['Investment Documents', 'Statements', 'Tax', 'Agreements', 'Notices'],
    figures: true,
    download: true,
  },
  attorney: { categories: ['Agreements', 'Notices'], figures: false, download: true },
  adviser: { categories: ['Statements'], figures: true, download: false },
  custodian: { categories: ['Agreements', 'Statements'], figures: false, download: true },
}

/** Most delegates of one holder, including invited ones. */
export const delegateLimit = 20
/** Longest grant in months from today. */
export const grantMonths = 24
/** Days before its end when both sides are notified. */
export const endsSoonDays = 14
/** Invitations that one person may send in a day. */
export const delegateInvitationsPerPerson = 20
/** Invitations that one address may get in a day, from anyone. */
export const delegateInvitationsPerAddress = 5
/** Page size. */
export const readsPerPage = 50

/**
 * @param today 'YYYY-MM-DD' in the fund's zone
 * @returns the last day of a new grant: for an accountant the next May 31, when last year's return has been filed
 */
export function presetEnd(kind: DelegateKind, today: Day): Day {
  if (kind === 'accountant') {
    const { year } = partsOf(today)
    const ends = dayOf({ year, month: 5, day: 31 })
    return today < ends ? ends : dayOf({ year: year + 1, month: 5, day: 31 })
  }
  return addMonths(today, kind === 'attorney' || kind === 'adviser' ? 12 : grantMonths)
}

/** @returns the last allowed day of a grant */
export function latestEnd(today: Day): Day {
  return addMonths(today, grantMonths)
}

/** Kinds of a delegate's accesses, in lists. */
export const readWords = {
  viewed: 'Viewed',
  opened: 'Opened',
  downloaded: 'Downloaded',
  archived: 'Downloaded in an archive',
  figures: 'Viewed notes and payments',
} as const
export type ReadWay = keyof typeof readWords

/** Errors by code. */
export const delegateMessages = {
  DELEGATE_KIND: 'Choose who this person is to you.',
  DELEGATE_NOTHING: 'Choose at least one thing that they can see.',
  DELEGATE_DAY: 'Choose the end date of this access.',
  DELEGATE_DAY_PAST: 'That day is over. Choose today or a later day.',
  DELEGATE_DAY_FAR: `Access lasts ${grantMonths} months at most. Choose an earlier day; you can invite them again later.`,
  DELEGATE_ONESELF: 'That’s your own address. You already see everything here.',
  DELEGATE_OF_OFFICE:
    'You work for the fund, so you can’t accept an invitation to view documents. Tell the person who invited you.',
  DELEGATE_MEMBER: 'This person is already authorized for this holder and sees everything here.',
  DELEGATE_TWICE: 'This person is already invited. To change what they see, end their access and invite them again.',
  DELEGATE_LIMIT: `At most ${delegateLimit} people can have access at the same time. End someone’s access first.`,
  DELEGATE_HOLDER: 'Choose the account to share.',
  DELEGATE_GONE: 'This access has ended, or was never yours. Reload the page to see who has access now.',
  DELEGATE_NO_DOWNLOAD: 'You can view this document here, but not download it. Ask the person who invited you.',
  DELEGATE_FROZEN: 'This invitation can’t be accepted at the moment. Ask the person who invited you.',
  INVITATION_GONE: 'This invitation has ended or was withdrawn. Ask the person who invited you for a new one.',
  TOO_MANY_DELEGATES: 'You’ve invited many people today. Wait {wait}, then invite the rest.',
  DELEGATE_FAILED:
    'We couldn’t save this. Nothing has changed, and what you entered is still here. Try again in a moment.',
  LOAD_DELEGATES_FAILED: 'We couldn’t load who has access. Try again in a moment.',
  LOAD_SHARED_FAILED: 'We couldn’t load what is shared with you. Try again in a moment.',
} as const
