import { oneLine } from './text.ts'

/** Most characters of a name shown to others. */
const shownLength = 60

/** Never part of a name; mail programs make links or phone numbers of them. */
const misused = [
  /:\/|\/\/|@/,
  /^www\b/i,
  /[\p{L}\p{N}][.\u3002][\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}[.\u3002][\p{L}\p{N}]|\p{Nd}\.\p{Nd}/u,
]

/**
 * A self-chosen name as shown to others in the fund's name: anything that could be an address or a phone number is
 * removed, and the rest is truncated after 60 characters at a word.
 * @param name as typed by its owner
 * @returns the name; `''` if nothing remains
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
