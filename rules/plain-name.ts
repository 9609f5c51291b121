import { oneLine } from './text.ts'

/** Characters of a name that others are shown. */
const shownLength = 60

/** What no name contains, and what mail programs make a link or a number to call of. */
const misused = [
  /:\/|\/\/|@/,
  /^www\b/i,
  /[\p{L}\p{N}][.\u3002][\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}[.\u3002][\p{L}\p{N}]|\p{Nd}\.\p{Nd}/u,
]

/**
 * A name that somebody gave themselves, as others read it in the fund's name: what could be an address, or a number to call,
 * is left out, and the rest ends after 60 characters at a word.
 * @param name as its owner typed it
 * @returns the name; `''` where nothing of it is left
 */
export function plainName(name: string | null | undefined): string {
  const words = oneLine((name ?? '').normalize('NFKC')).split(' ')
  const isNumber = words.join('').replaceAll(/\P{Nd}/gu, '').length > 4
  const kept = words.filter(word => !misused.some(sign => sign.test(word)) && !(isNumber && /\p{Nd}/u.test(word)))
  let shown = ''
  for (const word of kept) {
    if ([...shown, ...word].length + 1 > shownLength) break
    shown = `${shown} ${word}`.trim()
  }
  return shown
}
