import { plainText } from './plain-text.ts'

/**
 * Full Social Security numbers in text. Groups of three, two and four digits count wherever they are; nine digits in a
 * row, or one to a box, only near the words, since account and routing numbers look the same. Numbers that are never
 * issued (000, 666 and 9xx, 00, 0000) don't count, nor do masked ones such as ***-**-1234.
 */
const between = '(?: ?[-.] ?| )'
const grouped = new RegExp(`(?<![\\d-])(?!000|666|9)\\d{3}${between}(?!00)\\d{2}${between}(?!0000)\\d{4}(?![\\d-])`)
const near = /(?:social\s+security|\bssn?\b|\bs\.s\.n)[^\d]{0,60}((?:\d ?){9})(?!\d)/gi
const issued = /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/

/** @returns whether a text contains a full Social Security number */
export function hasSocialSecurityNumber(text: string): boolean {
  const plain = plainText(text)
  const inARow = [...plain.matchAll(near)].some(([, digits = '']) => issued.test(digits.replaceAll(' ', '')))
  return inARow || grouped.test(plain)
}

/**
 * @param pages the text of each page
 * @returns the pages with a full number, from 1
 */
export function pagesWithSocialSecurityNumbers(pages: readonly string[]): number[] {
  return pages.flatMap((text, index) => (hasSocialSecurityNumber(text) ? [index + 1] : []))
}

/** @returns what the investor reads, such as 'Page 2 shows a full Social Security number' */
export function ssnSentence(pages: readonly number[]): string {
  if (pages.length === 1) return `Page ${pages[0]} shows a full Social Security number: cover it, or send it anyway.`
  const [last, ...others] = [...pages].reverse()
  return `Pages ${others.reverse().join(', ')} and ${last} show full Social Security numbers: cover them, or send it anyway.`
}
