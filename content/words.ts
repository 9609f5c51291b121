import { fund } from './fund.ts'
import { returns, tiers } from './tiers.ts'

/** The fund's numbers in words, for sentences and headings. Each is derived from its only source. */

/** Such as '11–15%'. */
export const rateRange = `${returns.from}–${returns.to}%`
/** Such as '1–2'. */
export const commitmentRange = `${fund.commitmentYears.from}–${fund.commitmentYears.to}`
/** Such as '6–12'. */
export const loanRange = `${fund.loanMonths.from}–${fund.loanMonths.to}`
/** Such as '2–3'. */
export const reviewRange = `${fund.reviewDays.from}–${fund.reviewDays.to}`
/** Such as '24–48'. */
export const deploymentRange = `${fund.deploymentHours.from}–${fund.deploymentHours.to}`
/** Such as 'monthly, quarterly or annually', or 'monthly' without a choice. */
export const payoutList = [fund.payouts.slice(0, -1).join(', '), fund.payouts.at(-1)].filter(Boolean).join(' or ')
/** Such as 'monthly or quarterly; you choose'. */
export const payoutChoice = fund.payouts.length > 1 ? `${payoutList}; you choose` : payoutList
/** Such as 'the founder', within a sentence; abbreviations such as CEO stay capitals. */
export const theFounder = `the ${fund.founder.replace(/\p{Lu}\p{Ll}+/gu, word => word.toLowerCase())}`

const numbers = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
numbers.push('thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty')

/** @returns a number in a sentence, such as 'four'; digits above twenty */
export function inWords(count: number): string {
  return numbers[count] ?? String(count)
}

/** @returns the same at the start of a sentence, such as 'Four' */
export function inWordsFirst(count: number): string {
  return capitalized(inWords(count))
}

/** @returns a text with its first letter as a capital */
export function capitalized(text: string): string {
  return text.replace(/^./, first => first.toUpperCase())
}

const points = tiers.map(({ oneYear, twoYears }) => Number((twoYears - oneYear).toFixed(2)))
const fewest = Math.min(...points)
const most = Math.max(...points)
/** The increase of a tier's rate for a second year, such as 'one point in every tier'. */
export const secondYearAdds =
  fewest === most
    ? `${most === 1 ? 'one point' : `${most} points`} in every tier`
    : `${fewest} to ${most} points, by tier`
