import type { TinKind } from '../tin.ts'
import { asciiText } from './ascii-text.ts'

/** What one line asks: whether a number is that name's. */
export interface MatchingRequest {
  /** Nine digits. */
  digits: string
  kind: TinKind
  /** Line 1 of the form. */
  name: string
  /** As `matchingAccount` makes it. */
  account: string
}

/** Lines of a file at most. */
export const matchingLines = 100_000
const nameLimit = 40

/** @returns the file's text, with one line for each request */
export function matchingFile(requests: readonly MatchingRequest[]): string {
  return requests
    .map(
      ({ digits, kind, name, account }) => `${kind === 'ein' ? 1 : 2};${digits};${matchingName(name)};${account}\r\n`,
    )
    .join('')
}

/** @returns a name as the file may have it */
export function matchingName(name: string): string {
  return asciiText(name)
    .replaceAll(/[’'.,]/g, '')
    .replaceAll(/[^A-Za-z0-9&-]+/g, ' ')
    .trim()
    .slice(0, nameLimit)
    .trim()
}
