import type { Method } from './methods.ts'

/* Kinds of evidence, for forms and server. */

export const evidenceKinds = [
  'tax_form',
  'assets',
  'credit_report',
  'letter',
  'license_printout',
  'formation',
  'balance_sheet',
  'owners',
  'other',
] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

export const evidenceWords: Record<EvidenceKind, string> = {
  tax_form: 'IRS form',
  assets: 'Statement of assets',
  credit_report: 'Credit report',
  letter: 'Letter',
  license_printout: 'License printout',
  formation: 'Formation document',
  balance_sheet: 'Balance sheet',
  owners: 'List of owners',
  other: 'Other document',
}

/** Qualifying licenses: 17 CFR 230.501(a)(10), by the SEC's order of 2020. */
export const licenseSeries = ['7', '65', '82'] as const
export type LicenseSeries = (typeof licenseSeries)[number]

export const licenseWords: Record<LicenseSeries, string> = {
  '7': 'Series 7, general securities representative',
  '65': 'Series 65, investment adviser representative',
  '82': 'Series 82, private securities offerings representative',
}

/** A minimum number of one kind. */
interface Part {
  kind: EvidenceKind
  count: number
}

/** A requirement of a method. */
interface Need {
  /** In words. */
  what: string
  /** Alternatives, each sufficient. */
  ways: readonly (readonly Part[])[]
}

const one = (kind: EvidenceKind): Part => ({ kind, count: 1 })
const yearsOfForms: Part = { kind: 'tax_form', count: 2 }

/** Requirements of a method for each person verified, or for the entity. */
export const neededEvidence: Record<Method, readonly Need[]> = {
  high_minimum: [],
  earlier: [],
  letter: [{ ways: [[one('letter')]], what: 'The letter, signed and dated' }],
  income: [{ ways: [[yearsOfForms]], what: 'IRS forms of the two most recent years, at least one for each' }],
  net_worth: [
    { ways: [[one('assets')]], what: 'Statements of assets: bank, brokerage or appraisal' },
    { ways: [[one('credit_report')]], what: 'A credit report of a national agency' },
  ],
  license: [
    { ways: [[one('license_printout')]], what: 'The printout with the CRD number, which shows a Series 7, 65 or 82' },
  ],
  insider: [],
  owners: [{ ways: [[one('owners')]], what: 'The list of all owners' }],
  other: [
    { ways: [[one('formation')]], what: 'Articles, certificate or trust agreement' },
    { ways: [[one('balance_sheet')]], what: 'A balance sheet' },
  ],
}

/** Requirements for each owner, if an entity is verified owner by owner. */
export const neededOfOwner: Record<'person' | 'company', Need> = {
  person: {
    ways: [[one('letter')], [yearsOfForms], [one('assets'), one('credit_report')], [one('license_printout')]],
    what: 'A letter from a professional, or IRS forms of the two most recent years, or statements of assets and a credit report, or a license printout',
  },
  company: {
    ways: [[one('letter')], [one('balance_sheet')]],
    what: 'A letter from a professional, or its balance sheet',
  },
}

/** @returns whether it needs only answers and a signature */
export function needsNoDocuments(method: Method): boolean {
  return neededEvidence[method].length === 0
}

/** @returns whether a document concerns the holder as a whole, not a person behind it */
export function isOfTheEntity(kind: EvidenceKind): boolean {
  return kind === 'owners' || kind === 'formation'
}

/** Evidence that ages from its date: a letter, assets and a credit report count for three months. */
const aging: readonly EvidenceKind[] = ['letter', 'assets', 'credit_report']

export function isAging(kind: EvidenceKind): boolean {
  return aging.includes(kind)
}
