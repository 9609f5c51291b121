import { commitmentRange } from './words.ts'

/** A document that an investor can ask for. */
export type CatalogueEntry = {
  name: string
  description: string
  /** The engraved rosette beside it, from the plainest, 1, to the densest, 5. */
  icon: 1 | 2 | 3 | 4 | 5
  /** Its last change, as shown. */
  updated: string
}

/** The documents available on request at /investor-portal. */
export const catalogue: readonly CatalogueEntry[] = [
  {
    name: 'Subscription agreement',
    description: 'The terms you invest on: who you are, what you commit, what you confirm about yourself.',
    icon: 1,
    updated: 'August 2025',
  },
  {
    name: 'Promissory note template',
    description: 'The note as you would hold it, with its rate, term, schedule and what happens on default.',
    icon: 2,
    updated: 'August 2025',
  },
  {
    name: 'Investment summary',
    description: `Tiers, terms of ${commitmentRange} years, use of funds and the principal risks, in a few pages.`,
    icon: 3,
    updated: 'August 2025',
  },
  {
    name: 'Wire instructions',
    description:
      'Where to send funds. We put them into your portal and never e-mail them. Confirm every digit by phone, at a number you already know.',
    icon: 4,
    updated: 'August 2025',
  },
  {
    name: 'Due diligence package',
    description: 'How we choose, secure and monitor loans, how the fund is organized, and our reserve policy.',
    icon: 5,
    updated: 'August 2025',
  },
]
