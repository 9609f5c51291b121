import { plainText } from './plain-text.ts'

/**
 * Full Social Security numbers in text. Groups of three, two and four digits always count; nine digits in a row, or one
 * to a box, only near the words, since account and routing numbers have the same form. Numbers that are never issued
 * (000, 666 and 9xx, 00, 0000) don't count, nor do masked ones such as ***-**-1234.
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

/** @returns a sentence for the investor, such as 'Page 2 shows a full Social Security number' */
export function ssnSentence(pages: readonly number[]): string {
  return pages.length === 1
    ? `${pagesWords(pages)} shows a full Social Security number: cover it, or send it anyway.`
    : `${pagesWords(pages)} show full Social Security numbers: cover them, or send it anyway.`
}

/** @returns a sentence for reviewers about pages without text */
export function unsearchedSentence(pages: readonly number[]): string {
  return `${pagesWords(pages)} couldn’t be searched: look for Social Security numbers there`
}

/** @returns such as 'Page 2', 'Pages 1, 2 and 4' or 'Pages 1 and 3–20' */
function pagesWords(pages: readonly number[]): string {
  const runs: { from: number; to: number }[] = []
  for (const page of pages) {
    const run = runs.at(-1)
    if (run?.to === page - 1) run.to = page
    else runs.push({ from: page, to: page })
  }
  const words = runs.flatMap(({ from, to }) => {
    if (to - from > 1) return [`${from}–${to}`]
    return from === to ? [`${from}`] : [`${from}`, `${to}`]
  })
  const last = words.pop()
  return words.length > 0 ? `Pages ${words.join(', ')} and ${last}` : `${pages.length === 1 ? 'Page' : 'Pages'} ${last}`
}
