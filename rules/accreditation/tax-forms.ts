import { plainText } from './plain-text.ts'

/*
 * IRS forms, by what is printed on them, so that a letter which only mentions a tax return isn't taken for one. Not
 * recognized: scanned or photographed forms, which have no text, forms of states and other countries, and a preparer's
 * own summaries.
 */

/** The numbers of the forms that are sent as evidence of income. */
const form = '(?:form 1040|(?:form )?w-? ?2|form 1099|schedule k-? ?1)'

const printed = [
  // The Office of Management and Budget numbers every form of the IRS so.
  /\bomb no\.? ?1545 ?- ?\d{4}/i,
  // A page that begins with the form's number, or names the form as the IRS does.
  new RegExp(`^(?:\\d{4} )?${form}\\b`, 'i'),
  /\bu\.? ?s\.? individual income tax return\b|\bwage and tax statement\b|\btax return transcript\b/i,
  /\bschedule k-? ?1\b.{0,60}\b(?:partner|shareholder|beneficiary)['’]s share\b/i,
]

/** On an employer identification letter, too, and so only beside a form's number. */
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
