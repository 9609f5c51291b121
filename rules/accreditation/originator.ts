/**
 * Compares whom a wire came from with the holder. A high minimum rests on the investor's word that nobody has lent the
 * money for this investment; the wire tests it.
 */

import { folded } from '../folded.ts'
import type { HolderKind } from '../holders.ts'

/** What somebody has to look at: a name that isn't the holder's, a person's account for an IRA, or a word of lending. */
export type OriginatorConcern = 'another-originator' | 'personal-account' | 'loan-memo'

/** Whose note the money is for. */
export interface WireHolder {
  /** Exactly as titled. */
  legalName: string
  kind: HolderKind
  custodian?: string | null
}

/** Money, as the bank shows it. */
export interface Wire {
  originator: string
  memo?: string
}

/** Legal forms and titles, which banks leave out or write otherwise. */
const fillers = new Set(
  'the of and an a or mr mrs ms dr jr sr junior senior ii iii iv llc lc inc co corp corporation company lp llp ltd limited trustee ttee trust tr fbo custodian cust ira roth trad traditional bo ua dtd dated na jt ten jtwros'.split(
    ' ',
  ),
)

/** What tells a father from his son, or one fund from the next. */
const generations: Readonly<Record<string, string>> = {
  sr: 'sr',
  senior: 'sr',
  jr: 'jr',
  junior: 'jr',
  ii: 'ii',
  iii: 'iii',
  iv: 'iv',
}

/** How the account of an IRA or a plan is titled, which a person's own isn't. */
const accountWords = new Set('ira 401k plan fbo custodian cust roth sep'.split(' '))

const loanWords =
  /\b(loan(?:ed|s)?|lend(?:er|ing)?|borrow(?:ed|er|ing)?|financ(?:e|ed|ing)|heloc|credit line|line of credit|advance|margin|mortgage proceeds|gift)\b/

/**
 * @param fund whose name in a memo says what the money is for, also where it has a word of lending
 * @returns what somebody has to look at; undefined where the wire fits
 */
export function originatorConcern(
  holder: WireHolder,
  { originator, memo = '' }: Wire,
  fund: { name: string; shortName: string },
): OriginatorConcern | undefined {
  if (loanWords.test(withoutName(memo, fund))) return 'loan-memo'
  const names = [holder.legalName, ...custodiansOf(holder)]
  const from = wordsOf(originator)
  const fits = names.some(name => {
    const words = wordsOf(name)
    const isSame = words.length > 0 && from.length > 0 && (includesAll(from, words) || includesAll(words, from))
    return isSame && isOfGeneration(originator, name)
  })
  // A lender whose name contains the holder's.
  const lends = isOfLending(originator) && !names.some(isOfLending)
  if (!fits || lends) return 'another-originator'
  return isForRetirement(holder) && !isRetirementAccount(originator, holder) ? 'personal-account' : undefined
}

/** @returns the words of a text that name somebody; initials don't */
export function wordsOf(name: string): string[] {
  return tokensOf(name).filter(word => word.length > 1 && !fillers.has(word))
}

function tokensOf(text: string): string[] {
  return folded(text)
    .replaceAll(/individual retirement (?:account|arrangement)/g, 'ira')
    .replaceAll(/401\s*\(?k\b\)?/g, '401k')
    .replaceAll(/\bf\/b\/o\b|for the benefit of/g, 'fbo')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

function includesAll(words: readonly string[], some: readonly string[]): boolean {
  return some.length > 1 || words.length === 1 ? some.every(word => words.includes(word)) : false
}

function isOfLending(name: string): boolean {
  return loanWords.test(tokensOf(name).join(' '))
}

/** Banks leave such a word out; one that they show is the holder's, too. */
function isOfGeneration(originator: string, name: string): boolean {
  const generationsOf = (text: string) => tokensOf(text).flatMap(word => generations[word] ?? [])
  const shown = generationsOf(originator)
  const own = generationsOf(name)
  return shown.length === 0 || shown.some(generation => own.includes(generation))
}

/** @returns a memo without the fund's name: words of it in a row, its short name among them */
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
 * A person who pays from their own account lends themselves what only the custodian may lend for the IRA: a contribution
 * over the limit, or a prohibited transaction (26 USC 4975).
 * @returns whether money came from a custodian's account, or one that is titled as the IRA's or the plan's own
 */
function isRetirementAccount(originator: string, holder: WireHolder): boolean {
  const from = tokensOf(originator)
  if (custodiansOf(holder).some(name => wordsOf(name).every(word => from.includes(word)))) return true
  // Ira is a first name, too.
  const timesIra = (words: readonly string[]) => words.filter(word => word === 'ira').length
  const isTitled = timesIra(from) >= timesIra(tokensOf(holder.legalName))
  return from.some(word => accountWords.has(word) && (word !== 'ira' || isTitled))
}

/** @returns the custodian's name, as the register has it and as the title begins */
function custodiansOf({ legalName, custodian }: WireHolder): string[] {
  const title = tokensOf(legalName)
  const before = title.slice(0, Math.max(0, title.indexOf('fbo'))).join(' ')
  return [custodian ?? '', before].filter(name => wordsOf(name).length > 0)
}
