/** What a holder has certified about its taxes, on a W-9 or W-8 (specification notes, section C). */
import { folded } from '../../rules/folded.ts'
import type { HolderKind } from '../holders/holders.ts'

/** Where a holder's tax number is. The IRS's word on it comes from TIN Matching, and from its notices CP2100 and CP2100A. */
export const taxStates = {
  missing: 'No tax number',
  provided: 'Provided',
  matched: 'Matched by the IRS',
  mismatched: 'Doesn’t match the IRS’s records',
  first_notice: 'First B-notice',
  second_notice: 'Second B-notice',
} as const
export type TaxState = keyof typeof taxStates

/** Which forms holders send. A W-8 is a foreign person's. */
export const taxForms = { w9: 'Form W-9', w8: 'Form W-8' } as const
export type TaxForm = keyof typeof taxForms

/** How far the form that was sent has come. */
export const certificationStates = {
  submitted: 'Being reviewed',
  accepted: 'On file',
  returned: 'Sent back',
  superseded: 'Replaced',
} as const
export type CertificationState = keyof typeof certificationStates

/**
 * Line 3a of the W-9 (Rev. March 2024, in a stored copy), with the letter that an LLC writes. Line 3b isn't kept: it is for who
 * gives the form to a partnership, trust or estate in which they have an ownership interest, and a note is none.
 */
export const classifications = {
  individual: 'Individual or sole proprietor',
  c_corporation: 'C corporation',
  s_corporation: 'S corporation',
  partnership: 'Partnership',
  trust_estate: 'Trust or estate',
  llc_c: 'LLC taxed as a C corporation',
  llc_s: 'LLC taxed as an S corporation',
  llc_p: 'LLC taxed as a partnership',
  other: 'Other',
} as const
export type Classification = keyof typeof classifications

/**
 * Exempt payee codes, line 4 of the W-9. Of interest, all but code 7 are exempt (instructions of the W-9, page 4, read in a
 * stored copy of the revision of March 2024).
 */
export const exemptCodes = {
  1: 'Exempt under section 501(a), an IRA, or a 403(b)(7) account',
  2: 'The United States or its agencies',
  3: 'A state, its subdivisions or agencies',
  4: 'A foreign government',
  5: 'A corporation',
  6: 'A dealer in securities or commodities',
  7: 'A futures commission merchant',
  8: 'A real estate investment trust',
  9: 'An investment company',
  10: 'A common trust fund of a bank',
  11: 'A financial institution',
  12: 'A nominee or custodian',
  13: 'A trust under section 664 or 4947',
} as const
export type ExemptCode = keyof typeof exemptCodes

export function isExemptCode(code: number): code is ExemptCode {
  return Object.hasOwn(exemptCodes, code)
}

/** Whether a code frees its payee's interest of backup withholding and reporting. */
export function isExemptForInterest(code: ExemptCode | null): boolean {
  return code !== null && code !== 7
}

const corporations: readonly Classification[] = ['c_corporation', 's_corporation', 'llc_c', 'llc_s']

export function isCorporation(classification: Classification | null, kind: HolderKind): boolean {
  return classification === null ? kind === 'corporation' : corporations.includes(classification)
}

/** Characters of a name line, at most. */
export const nameLineLength = 200
/** Characters of why a form is sent back, at most. */
export const returnReasonLength = 1000

/**
 * Compares line 1 of a form with the holder's title, without regard to order, capitals, points and titles such as Dr. A
 * father's form is not his son's: Jr. and Sr. count, and so do legal forms.
 */
export function isNameLike(line1: string, legalName: string): boolean {
  const words = (name: string) =>
    folded(name)
      .replaceAll(/[’'.]/g, '')
      .split(/[^\p{L}\p{N}]+/u)
      .filter(word => word && !courtesies.has(word))
      .toSorted()
  return words(line1).length > 0 && String(words(line1)) === String(words(legalName))
}

const courtesies = new Set(['mr', 'mrs', 'ms', 'dr', 'the', 'and'])

/** What proves a number after a second B-notice; a W-9 doesn't (Publication 1281, in stored copies). */
export const validations = {
  ssa: 'A copy of the Social Security card',
  irs: 'The IRS’s letter 147C',
} as const
export type Validation = keyof typeof validations

export function isValidation(typed: string): typed is Validation {
  return Object.hasOwn(validations, typed)
}

/** Acts on the page of a holder's taxes, by what they lead to. */
export const taxQueues = {
  review: 'To review',
  missing: 'Missing',
  provided: 'To match',
  mismatched: 'Mismatched',
  notices: 'B-notices',
  foreign: 'Foreign',
  all: 'All',
} as const
export type TaxQueue = keyof typeof taxQueues

/** Holders on a page of the queue. */
export const taxPerPage = 50
