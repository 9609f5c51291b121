/**
 * Compares whom a wire came from with the holder. A high minimum rests on the investor's word that nobody has lent the
 * money for this investment; the wire tests it.
 */

export type OriginatorConcern = 'another-originator' | 'loan-memo'

/** Legal forms and titles, which banks leave out or write otherwise. */
const fillers = new Set(
  'the of and an a or mr mrs ms dr jr sr ii iii iv llc lc inc co corp corporation company lp llp ltd limited trustee ttee trust tr fbo custodian cust ira roth trad traditional bo ua dtd dated na jt ten jtwros'.split(
    ' ',
  ),
)

const loanWords =
  /\b(loan(?:ed|s)?|lend(?:er|ing)?|borrow(?:ed|er|ing)?|financ(?:e|ed|ing)|heloc|credit line|line of credit|advance|margin|mortgage proceeds|gift)\b/i

/**
 * @param names the holder's legal name, and its custodian's
 * @param originator as the bank shows it
 * @param memo the wire's, if there is one
 * @returns what somebody has to look at; undefined where the wire fits
 */
export function originatorConcern(
  names: readonly string[],
  originator: string,
  memo = '',
): OriginatorConcern | undefined {
  if (loanWords.test(memo)) return 'loan-memo'
  const from = wordsOf(originator)
  const fits = names.some(name => {
    const words = wordsOf(name)
    return words.length > 0 && from.length > 0 && (includesAll(from, words) || includesAll(words, from))
  })
  // A lender whose name contains the holder's.
  const lends = loanWords.test(originator) && !names.some(name => loanWords.test(name))
  return fits && !lends ? undefined : 'another-originator'
}

/** @returns the words of a text that name somebody; initials don't */
export function wordsOf(name: string): string[] {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter(word => word.length > 1 && !fillers.has(word))
}

function includesAll(words: readonly string[], some: readonly string[]): boolean {
  return some.length > 1 || words.length === 1 ? some.every(word => words.includes(word)) : false
}
