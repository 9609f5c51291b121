/**
 * Categories of accredited investors: 17 CFR 230.501(a), by its paragraphs, and the kinds of holders each may describe.
 * https://www.ecfr.gov/current/title-17/section-230.501
 */

import type { AccreditationSwitches } from '../../content/types.ts'

/** Holders' kinds, as in `holders.kind`. */
export const accreditableKinds = [
  'individual',
  'joint_jtwros',
  'joint_tic',
  'joint_community',
  'revocable_trust',
  'irrevocable_trust',
  'llc',
  'lp',
  'corporation',
  'sdira',
  'solo_401k',
] as const
export type AccreditableKind = (typeof accreditableKinds)[number]

/** Whether (a)(8) applies to some kinds of holders through the people behind them. */
export type CategoryRules = Pick<AccreditationSwitches, 'irrevocableTrustByGrantors' | 'solo401kByOwner'>

export type Category = 'a1' | 'a3' | 'a4' | 'a5' | 'a6' | 'a7' | 'a8' | 'a9' | 'a10' | 'a12' | 'a13'

interface CategoryWords {
  /** The paragraph, as counsel cites it. */
  cite: string
  /** For the investor, after "I am" or "We are" or "It is". */
  words: string
}

/** A natural person is (a)(4), (5), (6) or (10); the others are for entities. */
export const categoryWords: Record<Category, CategoryWords> = {
  a5: {
    cite: '501(a)(5)',
    words:
      'a person whose net worth is over $1,000,000, alone or with a spouse or spousal equivalent, without the home',
  },
  a6: {
    cite: '501(a)(6)',
    words:
      'a person whose income was over $200,000, or over $300,000 with a spouse or spousal equivalent, in each of the last two years, and will be this year',
  },
  a10: { cite: '501(a)(10)', words: 'a person who holds a Series 7, 65 or 82 license in good standing' },
  a4: { cite: '501(a)(4)', words: 'a director, executive officer or general partner of the fund' },
  a8: { cite: '501(a)(8)', words: 'an entity all of whose owners are accredited investors' },
  a3: {
    cite: '501(a)(3)',
    words: 'a company or partnership with assets over $5,000,000, not formed for this investment',
  },
  a7: {
    cite: '501(a)(7)',
    words:
      'a trust with assets over $5,000,000, not formed for this investment, whose purchase a sophisticated person directs',
  },
  a9: { cite: '501(a)(9)', words: 'an entity with investments over $5,000,000, not formed for this investment' },
  a12: {
    cite: '501(a)(12)',
    words:
      'a family office with assets over $5,000,000, not formed for this investment, directed by a sophisticated person',
  },
  a13: { cite: '501(a)(13)', words: 'a client of such a family office, which directs its investment' },
  a1: {
    cite: '501(a)(1) or (2)',
    words:
      'a bank, broker-dealer, insurer, registered adviser or another institution, or a self-directed plan for which only accredited investors make the decisions',
  },
}

const persons: readonly Category[] = ['a5', 'a6', 'a10', 'a4']
const companies: readonly Category[] = ['a8', 'a3', 'a9', 'a12', 'a13', 'a1']

/**
 * @returns the categories that may describe a holder, the likeliest first. The people behind a self-directed IRA or
 * revocable trust are verified, and the entity is (a)(8) through them. `rules` contains counsel's decisions
 */
export function categoriesOf(kind: AccreditableKind, rules: CategoryRules): readonly Category[] {
  switch (kind) {
    case 'individual':
    case 'joint_jtwros':
    case 'joint_tic':
    case 'joint_community':
      return persons
    case 'sdira':
      return ['a8']
    case 'solo_401k':
      return rules.solo401kByOwner ? ['a8'] : ['a1']
    case 'revocable_trust':
      return ['a8', 'a7', 'a9']
    case 'irrevocable_trust':
      return rules.irrevocableTrustByGrantors ? ['a7', 'a8', 'a9'] : ['a7', 'a9']
    default:
      return companies
  }
}

/** @returns an explanation with the alternative, if (a)(8) doesn't apply to a holder */
export function whyNotByOwners(kind: AccreditableKind, rules: CategoryRules): string | undefined {
  if (kind === 'irrevocable_trust' && !rules.irrevocableTrustByGrantors)
    return 'An irrevocable trust is accredited by what it owns, not through its grantors. If neither of these fits, contact us before you continue.'
  if (kind === 'solo_401k' && !rules.solo401kByOwner)
    return 'A solo 401(k) is accredited as a plan, if everyone who decides on its investments is. A letter from a professional is the simplest way to show it.'
  return undefined
}

/** @returns whether a holder is one or more natural persons in their own names */
export function isNaturalPerson(kind: AccreditableKind): boolean {
  return kind === 'individual' || isJoint(kind)
}

/**
 * @returns whether natural persons are verified: the holders themselves, the person behind a retirement account, or a
 * revocable trust's grantors. 506(c)(2)(ii) applies only to them. A trust accredited by its assets is an entity instead
 */
export function isVerifiedByPersons(kind: AccreditableKind, category: Category): boolean {
  if (isNaturalPerson(kind)) return true
  return category === 'a8' && (kind === 'sdira' || kind === 'solo_401k' || kind === 'revocable_trust')
}

export function isJoint(kind: AccreditableKind): boolean {
  return kind.startsWith('joint_')
}

/** @returns whether the holder's people are verified one by one: joint holders, and those behind an (a)(8) entity */
export function isVerifiedByOwners(kind: AccreditableKind, category: Category): boolean {
  return isJoint(kind) || category === 'a8'
}

/** @returns whether some of those people may be companies or trusts */
export function mayHaveCompanies(kind: AccreditableKind, category: Category): boolean {
  return isVerifiedByOwners(kind, category) && !isVerifiedByPersons(kind, category)
}

/** @returns whether a couple may count together: for income or net worth, but not for a license or office */
export function hasJointTest(kind: AccreditableKind, category: Category): boolean {
  return isJoint(kind) && (category === 'a5' || category === 'a6')
}

/** Term for the people of such a holder. */
export function ownerWord(kind: AccreditableKind): 'owner' | 'grantor' | 'holder' {
  if (isJoint(kind)) return 'holder'
  return kind === 'revocable_trust' || kind === 'irrevocable_trust' ? 'grantor' : 'owner'
}
