/**
 * The file for the IRS's bulk TIN Matching, and the file it returns. Source: IRS Publication 2108-A, as quoted by
 * w9manager.com, tincomply.com and tincheck.com (stored copies): lines `type;number;name;account`, of which the type is 1
 * for an EIN, 2 for an SSN and 3 for an unknown one; names of at most 40 characters with letters, digits, spaces, hyphens
 * and ampersands; accounts of at most 20 letters and digits; at most 100,000 lines. The answer has the same lines with an
 * indicator of 0 to 8 after them.
 *
 * The file that is returned has what was sent, “with one additional field containing the results indicator” (w9manager.com,
 * quoting the publication). Not verified, because the publication itself wasn't at hand: that an ITIN is sent as type 2. Lines of
 * another form are named and change nothing.
 */
/**
 * @param holderNumber such as 'H-0001'
 * @param numberId of the tax number in the vault
 * @returns what the answer is found by: the holder's number and the beginning of the tax number's id, such as
 *   'H0001N1A2B3C4D', so that an answer about a number that was replaced since is known to be one
 */
export function matchingAccount(holderNumber: string, numberId: string): string {
  return `${holderNumber.replaceAll('-', '')}N${numberId.slice(0, 8).toUpperCase()}`
}

/** What the IRS answers, by its indicator. */
export const matchingAnswers = {
  0: 'Name and number match',
  1: 'The number was missing or not nine digits',
  2: 'The number isn’t currently issued',
  3: 'Name and number don’t match',
  4: 'The request was invalid',
  5: 'The request was a duplicate',
  6: 'Matches as an SSN',
  7: 'Matches as an EIN',
  8: 'Matches as an SSN and an EIN',
} as const
export type MatchingCode = keyof typeof matchingAnswers

/** What each indicator makes of a holder's number; nothing where the request wasn't answered. */
export function matchedState(code: MatchingCode): 'matched' | 'mismatched' | undefined {
  if (code === 4 || code === 5) return undefined
  return code === 0 || code >= 6 ? 'matched' : 'mismatched'
}
