import type { AccreditationSwitches } from '../../content/types.ts'
import { type AccreditableKind, type Category, isNaturalPerson, isVerifiedByPersons, ownerWord } from './categories.ts'
import { type HighMinimum, highMinimumOf, type Sale } from './high-minimum.ts'

/** Methods of verification: 17 CFR 230.506(c)(2)(ii), the staff's letter of 2025, and other reasonable steps. */
export const methods = [
  'high_minimum',
  'earlier',
  'letter',
  'income',
  'net_worth',
  'license',
  'insider',
  'owners',
  'other',
] as const
export type Method = (typeof methods)[number]

interface MethodWords {
  /** Label of the choice in the wizard. */
  title: string
  /** Requirement for the investor. */
  asks: string
  /** Legal source. */
  source: string
}

export const methodWords: Record<Method, MethodWords> = {
  high_minimum: {
    title: 'By the amount you invest',
    asks: 'One page to confirm. Nothing to upload.',
    source: 'SEC staff letter of March 12, 2025; C&DI 256.35-36',
  },
  earlier: {
    title: 'We’ve verified you before',
    asks: 'One page to confirm that nothing has changed. Nothing to upload.',
    source: '17 CFR 230.506(c)(2)(ii)(E)',
  },
  letter: {
    title: 'A letter from a professional',
    asks: 'A letter from your broker-dealer, registered investment adviser, attorney or CPA, dated within three months.',
    source: '17 CFR 230.506(c)(2)(ii)(C)',
  },
  income: {
    title: 'By income',
    asks: 'IRS forms that show your income of the last two years, such as W-2s, 1099s, K-1s or Forms 1040.',
    source: '17 CFR 230.506(c)(2)(ii)(A)',
  },
  net_worth: {
    title: 'By net worth',
    asks: 'Statements of your assets and a credit report, each dated within three months.',
    source: '17 CFR 230.506(c)(2)(ii)(B)',
  },
  license: {
    title: 'By your license',
    asks: 'A printout from FINRA BrokerCheck or the SEC’s adviser search, with your CRD number.',
    source: '17 CFR 230.501(a)(10)',
  },
  insider: {
    title: 'By your position with the fund',
    asks: 'One page to confirm. Nothing to upload: our own records show your position.',
    source: '17 CFR 230.501(a)(4)',
  },
  owners: {
    title: 'Owner by owner',
    asks: 'The list of all owners, and for each of them a letter from a professional or their own documents, such as IRS forms.',
    source: '17 CFR 230.501(a)(8) and 506(c)(1), reasonable steps',
  },
  other: {
    title: 'By documents of the entity',
    asks: 'Its formation documents and a balance sheet. We’ll tell you if we need more.',
    source: '17 CFR 230.506(c)(1), reasonable steps',
  },
}

/** @returns the people behind the holder who have to send documents for a method */
export function documentOwners(kind: AccreditableKind, category: Category): string | undefined {
  if (isNaturalPerson(kind) || !isVerifiedByPersons(kind, category)) return undefined
  return ownerWord(kind) === 'grantor'
    ? 'Each grantor sends their own documents.'
    : 'Send the owner’s own documents, not the custodian’s.'
}

/** How (E) is interpreted. */
export type SaleRules = Pick<AccreditationSwitches, 'earlierForOneSale'>

/** Whether an approval by this method is good for one sale only. */
export function isForOneSale(method: Method, { earlierForOneSale }: SaleRules): boolean {
  if (method === 'earlier') return earlierForOneSale
  return method !== 'letter' && method !== 'net_worth'
}

/**
 * @param verifiedBy the method of the earlier approval
 * @returns whether an approval may cover later sales for five years: it verified in accordance with 506(c)(2)(ii),
 * which an approval by (E) itself doesn't do again
 */
export function carriesFiveYears(verifiedBy: Method, { fiveYearsAfterHighMinimum }: AccreditationSwitches): boolean {
  if (verifiedBy === 'high_minimum') return fiveYearsAfterHighMinimum
  return verifiedBy === 'income' || verifiedBy === 'net_worth' || verifiedBy === 'letter'
}

interface Choices {
  highMinimum: HighMinimum
  /** Available methods, least work first. */
  methods: Method[]
}

/**
 * @param sale a renewal brings no new cash
 * @param hasEarlier whether an earlier verification of the same natural persons is still valid, see `carriesFiveYears`
 * @returns the methods that may verify a sale
 */
export function methodsFor(sale: Sale, hasEarlier: boolean, switches: AccreditationSwitches): Choices {
  const highMinimum = highMinimumOf(sale, switches)
  const offered = byCategory(sale.kind, sale.category)
  return {
    highMinimum,
    methods: methods.filter(
      method =>
        (method === 'high_minimum' && highMinimum.isEnough) ||
        (method === 'earlier' && hasEarlier && isVerifiedByPersons(sale.kind, sale.category)) ||
        offered.includes(method),
    ),
  }
}

function byCategory(kind: AccreditableKind, category: Category): Method[] {
  if (!isVerifiedByPersons(kind, category)) return category === 'a8' ? ['letter', 'owners'] : ['letter', 'other']
  switch (category) {
    case 'a5':
      return ['net_worth', 'letter']
    case 'a6':
      return ['income', 'letter']
    case 'a10':
      return ['license']
    case 'a8':
      // Each of them may be accredited in another way.
      return ['income', 'net_worth', 'letter', 'license']
    default:
      return ['insider']
  }
}
