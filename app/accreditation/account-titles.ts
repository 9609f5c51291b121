/** Account titles, as banks and the register write them: owner and kind of owner. */

import { folded } from '../../rules/folded.ts'

/** The kind of owner in a title, which distinguishes owners with one family name. */
export type OwnerForm = 'llc' | 'partnership' | 'corporation' | 'trust' | 'estate'

const formWords: Readonly<Record<string, OwnerForm>> = {
  ...{ llc: 'llc', lc: 'llc', pllc: 'llc' },
  ...{ lp: 'partnership', llp: 'partnership', lllp: 'partnership', partnership: 'partnership' },
  ...{ inc: 'corporation', incorporated: 'corporation', corp: 'corporation', corporation: 'corporation' },
  ...{ co: 'corporation', company: 'corporation', pc: 'corporation' },
  ...{ trust: 'trust', tr: 'trust', tst: 'trust', trustee: 'trust', trustees: 'trust', ttee: 'trust', ttees: 'trust' },
  ...{ estate: 'estate' },
}

const trusteeWords = new Set(['trustee', 'trustees', 'ttee', 'ttees'])

/** Words before a trust's date. */
const dateWords = new Set(['dtd', 'dated', 'ua', 'uad', 'udt', 'uta'])

/** Legal forms and titles, which banks omit or abbreviate. */
const fillers = new Set(
  'the of and an a or mr mrs ms dr jr sr junior senior ii iii iv llc lc inc co corp corporation company lp llp ltd limited trustee ttee trust tr fbo custodian cust ira roth trad traditional bo ua dtd dated na jt ten jtwros account acct'.split(
    ' ',
  ),
)

/** Words that don't identify an entity. `ltd` is used for partnerships and corporations. */
const connectives = new Set('the of and an a or ltd limited na account acct fbo'.split(' '))

/** Words that a trust's title may omit, and abbreviations of others. */
const trustDescriptions = new Set(['revocable', 'rev', 'living', 'liv'])
const written: Readonly<Record<string, string>> = {
  ...{ fam: 'family', irrev: 'irrevocable', irr: 'irrevocable', junior: 'jr', senior: 'sr' },
  ...{ ii: '2', iii: '3', iv: '4', vi: '6', vii: '7', viii: '8', ix: '9' },
}

/** @returns the identifying words of a name, without initials */
export function wordsOf(name: string): string[] {
  return wordsIn(tokensOf(name))
}

/** `wordsOf` for the result of `tokensOf`. */
export function wordsIn(tokens: readonly string[]): string[] {
  return tokens.filter(word => word.length > 1 && !fillers.has(word))
}

/** @returns every word of a text, with variants unified */
export function tokensOf(text: string): string[] {
  return folded(text)
    .replaceAll(/\b(l\.?l\.?l?\.?[cp]|p\.?l\.?l\.?c|l\.?p|p\.?c|n\.?a)\b\.?/g, form => form.replaceAll('.', ''))
    .replaceAll(/limited liability company/g, 'llc')
    .replaceAll(/limited liability partnership/g, 'llp')
    .replaceAll(/limited partnership/g, 'lp')
    .replaceAll(/individual retirement (?:account|arrangement)/g, 'ira')
    .replaceAll(/401\s*\(?k\b\)?/g, '401k')
    .replaceAll(/\bf\/b\/o\b|\bcfbo\b|for the benefit of|\bcust(?:odian)? for\b/g, 'fbo')
    .replaceAll(/\bu\/(?:a|d\/t|t\/a)(?:\/d)?\b/g, 'ua')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** @returns the words before and after the last 'for the benefit of'; null without it */
export function splitAtBenefit(tokens: readonly string[]): { before: string[]; after: string[] } | null {
  const at = tokens.lastIndexOf('fbo')
  return at < 0 ? null : { before: tokens.slice(0, at), after: tokens.slice(at + 1) }
}

/** @returns the kinds of owner that a title names */
export function formsIn(tokens: readonly string[]): Set<OwnerForm> {
  return new Set(tokens.flatMap(word => (Object.hasOwn(formWords, word) ? (formWords[word] ?? []) : [])))
}

/**
 * @param own forms of the owner's name
 * @param shown forms of an account's title
 * @param also further forms that the title may have
 * @returns whether the account is of the same kind of owner: none of the name's forms is missing, and none is foreign
 */
export function agreeInForm(
  own: ReadonlySet<OwnerForm>,
  shown: ReadonlySet<OwnerForm>,
  also: readonly OwnerForm[] = [],
): boolean {
  // A trust company may write 'Trust' alone, too.
  const needed = own.size > 1 ? [...own].filter(form => form !== 'corporation') : [...own]
  return needed.every(form => shown.has(form)) && [...shown].every(form => own.has(form) || also.includes(form))
}

/** @returns the possible names of a company or trust in a title: each a set of its words, without forms */
function entityNames(tokens: readonly string[]): string[][] {
  const isTrust = formsIn(tokens).has('trust')
  const dateAt = isTrust ? tokens.findIndex(word => dateWords.has(word)) : -1
  const undated = dateAt < 0 ? tokens : tokens.slice(0, dateAt)
  const parts = splitAt(undated, trusteeWords)
  // 'Jane Doe, Trustee of the Doe Family Trust' is that trust, and 'Jane Doe, Trustee' is her own.
  const named = parts.filter(part => part.includes('trust')).map(part => part.slice(0, part.indexOf('trust')))
  const names = parts.length > 1 && named.length > 0 ? named : parts
  return names.map(name => entityWords(name, isTrust)).filter(words => words.length > 0)
}

function splitAt(tokens: readonly string[], words: ReadonlySet<string>): string[][] {
  const parts: string[][] = [[]]
  for (const word of tokens) {
    if (words.has(word)) parts.push([])
    else parts.at(-1)?.push(word)
  }
  return parts
}

function entityWords(tokens: readonly string[], isTrust: boolean): string[] {
  return tokens
    .filter(word => !Object.hasOwn(formWords, word) && !connectives.has(word))
    .filter(word => !(isTrust && trustDescriptions.has(word)))
    .map(word => (Object.hasOwn(written, word) ? (written[word] ?? word) : word))
}

/** @returns whether two titles name one company or trust, regardless of form */
export function isSameEntity(name: readonly string[], title: readonly string[]): boolean {
  const [own, shown] = [entityNames(name), entityNames(title)]
  const years = [yearsIn(name), yearsIn(title)] as const
  // Two trusts of one family differ in their dates.
  if (years.every(some => some.length > 0) && !years[0].some(year => years[1].includes(year))) return false
  return own.some(one => shown.some(other => isSameSet(one, other) || one.join('') === other.join('')))
}

function yearsIn(tokens: readonly string[]): string[] {
  return tokens.filter(word => /^(19|20)\d\d$/.test(word))
}

export function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.every(word => other.includes(word)) && other.every(word => one.includes(word))
}
