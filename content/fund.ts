import { tiers } from './tiers.ts'
import type { Fund } from './types.ts'

/** The fund: its names, its numbers, its contact details. */
export const fund: Fund = {
  name: 'Larkstone Private Lending',
  shortName: 'Larkstone',
  tagline: 'Private Lending. Simplified.',
  language: 'en-US',
  description:
    'Fixed annual returns through promissory notes for accredited investors. Short loans, no leverage, and discretion.',
  phone: '(512) 555-0142',
  phoneDial: '+15125550142',
  emails: {
    office: 'office@larkstone.example',
    investors: 'investors@larkstone.example',
    privacy: 'privacy@larkstone.example',
  },
  address: ['Larkstone Private Lending', 'Austin, Texas'],
  siteLabel: 'larkstone.example',
  founder: 'Founder',
  founderPath: '/founder',
  founderTakesCalls: true,
  minimum: tiers[0].from,
  currentRaise: 30_000_000,
  loanMonths: { from: 6, to: 12 },
  commitmentYears: { from: 1, to: 2 },
  payouts: ['monthly', 'quarterly', 'annually'],
  responseHours: 24,
  reviewDays: { from: 2, to: 3 },
  deploymentHours: { from: 24, to: 48 },
  governingLaw: 'Texas',
  disclaimer:
    'Offers are made only to accredited investors, under Rule 506(c) of Regulation D. A fixed rate is what a note ' +
    'promises, not a guarantee: you can lose money, including your entire investment. Nothing on this site is an ' +
    'offer to sell securities or a solicitation of an offer to buy them. Offers are made only through the fund’s own ' +
    'offering documents, which you should read with your advisers.',
  footnote: 'For accredited investors only. Not an offer to sell securities.',
}
