/**
 * Compares a wire's originator with the holder. A high minimum relies on the investor's representation that no one has
 * lent the money for this investment; the wire tests it.
 */

import type { HolderKind } from '../holders/holders.ts'
import {
  agreeInForm,
  formsIn,
  isSameEntity,
  isSameSet,
  type OwnerForm,
  splitAtBenefit,
  tokensOf,
  wordsIn,
  wordsOf,
} from './account-titles.ts'

/**
 * Reason to review a wire: a name that isn't the holder's, a person's account for an IRA, an IRA for its owner's own
 * note, or a word of lending.
 */
export type OriginatorConcern = 'another-originator' | 'personal-account' | 'retirement-account' | 'loan-memo'

/** The holder of the note. */
export interface WireHolder {
  /** Exactly as titled. */
  legalName: string
  kind: HolderKind
  custodian?: string | null
}

/** Funds, as the bank shows them. */
export interface Wire {
  originator: string
  memo?: string
}

/** Words that distinguish a father from his son, or one fund from the next. */
const generations: Readonly<Record<string, string>> = {
  sr: 'sr',
  senior: 'sr',
  jr: 'jr',
  junior: 'jr',
  ii: 'ii',
  iii: 'iii',
  iv: 'iv',
}

/** Words in the title of an IRA or plan account, absent from a person's own. */
const accountWords = new Set('ira 401k plan fbo custodian cust roth sep'.split(' '))

/** Further ones that a person's own account never has. */
const retirementWords = new Set('401k 403b plan pension keogh roth sep hsa'.split(' '))

/** Type of an owner's account. */
const accountTypes: Readonly<Record<string, string>> = {
  roth: 'roth',
  traditional: 'traditional',
  trad: 'traditional',
  sep: 'sep',
  inherited: 'inherited',
  beneficiary: 'inherited',
  bene: 'inherited',
}

/**
 * Words beside a person's name that indicate another owner: a business of theirs, or a person for whom they hold money.
 */
const otherOwners = new Set(
  'holdings holding partners ventures enterprises investments properties realty construction services consulting management group capital fund foundation charity church associates association firm office utma ugma minor'.split(
    ' ',
  ),
)

/** The form of an owner whose title doesn't name it. */
const formsOfKind: Partial<Record<HolderKind, OwnerForm>> = {
  llc: 'llc',
  lp: 'partnership',
  corporation: 'corporation',
  revocable_trust: 'trust',
  irrevocable_trust: 'trust',
}

const loanWords =
  /\b(loan(?:ed|s)?|lend(?:er|ing)?|borrow(?:ed|er|ing)?|financ(?:e|ed|ing)|heloc|credit line|line of credit|advance|margin|mortgage proceeds|gift)\b/

/**
 * @param fund its name in a memo states the purpose, even if it contains a word of lending
 * @returns the reason to review; undefined if the wire fits
 */
export function originatorConcern(
  holder: WireHolder,
  { originator, memo = '' }: Wire,
  fund: { name: string; shortName: string },
): OriginatorConcern | undefined {
  if (loanWords.test(withoutName(memo, fund))) return 'loan-memo'
  const from = tokensOf(originator)
  // A lender's name may contain the holder's.
  const lends =
    isOfLending(from) && ![holder.legalName, ...custodiansOf(holder)].some(name => isOfLending(tokensOf(name)))
  if (lends || !isOwnAccount(holder, from)) return 'another-originator'
  if (isForRetirement(holder)) return isRetirementAccount(from, holder) ? undefined : 'personal-account'
  return isTitledRetirement(from, tokensOf(holder.legalName)) ? 'retirement-account' : undefined
}

/** @returns whether an account is the holder's by its title, or its custodian's */
function isOwnAccount(holder: WireHolder, from: readonly string[]): boolean {
  const custodians = custodiansOf(holder)
  if (isSameSet(tokensOf(holder.legalName), from) || custodians.some(name => isCustodian(name, from))) return true
  const benefit = splitAtBenefit(from)
  if (isForRetirement(holder)) {
    const isOther = benefit && benefit.before.length > 0 && custodians.length > 0
    if (isOther && !custodians.some(name => isCustodian(name, benefit.before))) return false
    return isOfAccountOwner(holder, benefit ? benefit.after : from)
  }
  const isHolder = isPerson(holder) ? isOfPerson : isOfEntity
  if (isHolder(holder, from)) return true
  return benefit !== null && !isTrustAlone(benefit.before) && isHolder(holder, benefit.after)
}

/** A person's account at a broker is their own; a trust for their benefit isn't. */
function isTrustAlone(tokens: readonly string[]): boolean {
  const forms = formsIn(tokens)
  return (
    forms.has('trust') && !forms.has('corporation') && !tokens.some(word => /^t(rust)?tees?$|^trustees?$/.test(word))
  )
}

/** A custodian's own account: its name, with no other words. */
function isCustodian(custodian: string, title: readonly string[]): boolean {
  const own = tokensOf(custodian)
  const [words, shown] = [wordsIn(own), wordsIn(title)]
  if (words.length === 0 || shown.length === 0 || !isSameSet(words, shown)) return false
  return agreeInForm(formsIn(own), formsIn(title), formsIn(own).has('trust') ? ['corporation'] : [])
}

/** @returns whether a title names the owner of an IRA or a plan, whatever else it contains */
function isOfAccountOwner(holder: WireHolder, title: readonly string[]): boolean {
  const name = tokensOf(holder.legalName)
  const benefit = splitAtBenefit(name)
  const custodians = custodiansOf(holder).map(custodian => wordsOf(custodian))
  const all = wordsIn(benefit ? benefit.after : name)
  // Without 'for the benefit of', the custodian precedes the owner.
  const before = benefit ? undefined : custodians.find(words => words.every(word => all.includes(word)))
  const own = all.filter(word => !before?.includes(word))
  const known = new Set([
    ...formsIn(name),
    ...custodiansOf(holder).flatMap(custodian => [...formsIn(tokensOf(custodian))]),
  ])
  const types = [accountTypesIn(name), accountTypesIn(title)] as const
  const isOtherType = types.every(some => some.length > 0) && !types[0].some(type => types[1].includes(type))
  return (
    !isOtherType &&
    isNamedIn(own, wordsIn(title)) &&
    isOfGeneration(title, name) &&
    [...formsIn(title)].every(form => known.has(form))
  )
}

function accountTypesIn(tokens: readonly string[]): string[] {
  return tokens.flatMap(word => (Object.hasOwn(accountTypes, word) ? (accountTypes[word] ?? []) : []))
}

function isPerson({ legalName, kind }: WireHolder): boolean {
  return formsOfKind[kind] === undefined && formsIn(tokensOf(legalName)).size === 0
}

/** @returns whether a title names a person or a couple, and no company, trust or estate of theirs */
function isOfPerson({ legalName }: WireHolder, title: readonly string[]): boolean {
  const name = tokensOf(legalName)
  return (
    formsIn(title).size === 0 &&
    title.every(word => !otherOwners.has(word) || name.includes(word)) &&
    isNamedIn(wordsIn(name), wordsIn(title)) &&
    isOfGeneration(title, name)
  )
}

/** @returns whether a title names a company or a trust: the same words, and the same legal form */
function isOfEntity({ legalName, kind }: WireHolder, title: readonly string[]): boolean {
  const name = tokensOf(legalName)
  const form = formsOfKind[kind]
  return agreeInForm(formsIn(name), formsIn(title), form ? [form] : []) && isSameEntity(name, title)
}

/** Banks omit a person's middle name, and list a second account owner. */
function isNamedIn(name: readonly string[], title: readonly string[]): boolean {
  return name.length > 0 && title.length > 0 && (includesAll(title, name) || includesAll(name, title))
}

function includesAll(words: readonly string[], some: readonly string[]): boolean {
  return some.length > 1 || words.length === 1 ? some.every(word => words.includes(word)) : false
}

function isOfLending(tokens: readonly string[]): boolean {
  return loanWords.test(tokens.join(' '))
}

/** Banks omit such a word; one that they show must be the holder's. */
function isOfGeneration(title: readonly string[], name: readonly string[]): boolean {
  const generationsOf = (words: readonly string[]) => words.flatMap(word => generations[word] ?? [])
  const shown = generationsOf(title)
  const own = generationsOf(name)
  return shown.length === 0 || shown.some(generation => own.includes(generation))
}

/** @returns a memo without the fund's name: a sequence of its words that includes its short name */
function withoutName(memo: string, { name, shortName }: { name: string; shortName: string }): string {
  const ofFund = new Set([...tokensOf(name), ...tokensOf(shortName)])
  const runs: string[][] = []
  for (const word of tokensOf(memo)) {
    const run = runs.at(-1)
    if (run && ofFund.has(run[0] ?? '') === ofFund.has(word)) run.push(word)
    else runs.push([word])
  }
  const isName = (run: string[]) => ofFund.has(run[0] ?? '') && tokensOf(shortName).every(word => run.includes(word))
  return runs.map(run => (isName(run) ? '…' : run.join(' '))).join(' ')
}

function isForRetirement({ legalName, kind }: WireHolder): boolean {
  if (kind === 'sdira' || kind === 'solo_401k') return true
  const title = tokensOf(legalName)
  return title.includes('fbo') && title.slice(title.indexOf('fbo')).includes('ira')
}

/**
 * A person who pays from their own account lends themselves what only the custodian may lend for the IRA: a
 * contribution over the limit, or a prohibited transaction (26 USC 4975).
 * @returns whether funds came from a custodian's account, or one that is titled as the IRA's or the plan's own
 */
function isRetirementAccount(from: readonly string[], holder: WireHolder): boolean {
  const isShown = (custodian: string) => {
    const own = tokensOf(custodian)
    const forms = [...formsIn(own)]
    const hasForm = forms.length === 0 || forms.some(form => formsIn(from).has(form))
    return hasForm && wordsIn(own).every(word => from.includes(word))
  }
  if (custodiansOf(holder).some(isShown)) return true
  const isTitled = timesIra(from) >= timesIra(tokensOf(holder.legalName))
  return from.some(word => accountWords.has(word) && (word !== 'ira' || isTitled))
}

/**
 * An IRA or a plan that pays for its owner's own note has distributed the money, or dealt with its owner (26 USC 4975).
 * @returns whether an account is titled as one, and the holder isn't
 */
function isTitledRetirement(from: readonly string[], name: readonly string[]): boolean {
  return timesIra(from) > timesIra(name) || from.some(word => retirementWords.has(word) && !name.includes(word))
}

/** Ira is a first name, too. */
function timesIra(words: readonly string[]): number {
  return words.filter(word => word === 'ira').length
}

/** @returns the custodian's name in the register, and the one at the start of an IRA's title */
function custodiansOf(holder: WireHolder): string[] {
  const before = isForRetirement(holder) ? splitAtBenefit(tokensOf(holder.legalName))?.before.join(' ') : ''
  return [holder.custodian ?? '', before ?? ''].filter(name => wordsOf(name).length > 0)
}
