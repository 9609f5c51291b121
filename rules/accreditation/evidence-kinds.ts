import type { Method } from './methods.ts'

/* What evidence is, for forms and server alike. */

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

/** What a method needs of each person who is verified: a kind, and how many of it at least. */
export const neededEvidence: Record<Method, readonly { kind: EvidenceKind; count: number; what: string }[]> = {
  high_minimum: [],
  earlier: [],
  letter: [{ kind: 'letter', count: 1, what: 'The letter, signed and dated' }],
  income: [{ kind: 'tax_form', count: 2, what: 'IRS forms of the last two years, a document for each year' }],
  net_worth: [
    { kind: 'assets', count: 1, what: 'Statements of assets: bank, brokerage or appraisal' },
    { kind: 'credit_report', count: 1, what: 'A credit report of a national agency' },
  ],
  license: [{ kind: 'license_printout', count: 1, what: 'The printout with the CRD number' }],
  other: [
    { kind: 'formation', count: 1, what: 'Articles, certificate or trust agreement' },
    { kind: 'balance_sheet', count: 1, what: 'A balance sheet, or the owners’ own evidence' },
  ],
}

/** What has a date that it ages from: a letter, assets and a credit report count for three months. */
const aging: readonly EvidenceKind[] = ['letter', 'assets', 'credit_report']

export function isAging(kind: EvidenceKind): boolean {
  return aging.includes(kind)
}
