import { plainText } from './plain-text.ts'

/*
 * Detects IRS forms by their printed text, so that a letter that only mentions a tax return isn't mistaken for one. Not
 * detected: scanned or photographed forms, which have no text, forms of states and other countries, and a preparer's
 * own summaries.
 */

/** Numbers of the forms sent as evidence of income. */
const form = '(?:form 1040|(?:form )?w-? ?2|form 1099|schedule k-? ?1)'

const printed = [
  // The Office of Management and Budget numbers every IRS form this way.
  /\bomb no\.? ?1545 ?- ?\d{4}/i,
  // A page that starts with the form's number, or names the form as the IRS does.
  new RegExp(`^(?:\\d{4} )?${form}\\b`, 'i'),
  /\bu\.? ?s\.? individual income tax return\b|\bwage and tax statement\b|\btax return transcript\b/i,
  /\bschedule k-? ?1\b.{0,60}\b(?:partner|shareholder|beneficiary)['’]s share\b/i,
]

/** Also on an employer identification letter, and so only together with a form's number. */
const issuer = /\b(?:department|dept\.?) of the treasury\W{0,5}(?:internal revenue service|irs)\b/i
const numbered = new RegExp(`\\b${form}\\b`, 'i')

/**
 * @param pages the text of each page
 * @returns whether one of them is an IRS form: 1040, W-2, 1099, K-1, a transcript, or any other with its printed number
 */
export function showsTaxForm(pages: readonly string[]): boolean {
  return pages
    .map(plainText)
    .some(text => printed.some(mark => mark.test(text)) || (issuer.test(text) && numbered.test(text)))
}
