import { fund } from './fund.ts'
import type { Leader } from './types.ts'

/**
 * The people who decide: what investors ask first. Real names, their background and responsibilities
 * (docs/make-it-yours.md).
 */
export const leaders: readonly Leader[] = [
  {
    name: 'Daniel Whitfield',
    role: 'Founder & Managing Partner',
    initials: 'DW',
    signature: { path: '/media/leaders/daniel-whitfield.svg', width: 1573, height: 341 },
    bio: [
      `Lent to medical and dental practices at a regional bank for eleven years, and founded ${fund.shortName} in 2016 ` +
        'with the family’s own money.',
      'Sets the lending criteria, signs every note, and takes calls from investors who want to know how the fund works ' +
        'before they read a document. Invests in the same notes, on the same terms, as everyone else.',
    ],
    inShort: 'Approves every loan, signs every note, and takes investors’ calls personally.',
  },
  {
    name: 'Nora Whitfield',
    role: 'Partner, Credit & Operations',
    initials: 'NW',
    signature: { path: '/media/leaders/nora-whitfield.svg', width: 1429, height: 371 },
    bio: [
      'Audited community banks for nine years before she joined her brother in 2017. Reads every application: income, ' +
        'obligations, collateral and the reason for the loan.',
      'Can decline a loan alone; no one can approve one alone. Keeps the ledger, sends each payment on its due date, ' +
        'and manages the reserve.',
    ],
    inShort: 'Reads every application, follows each loan until it’s repaid, and sends each payment on its due date.',
  },
]
