import { type Day, daysBetween, formatDay } from '../../rules/days.ts'

/** Calendar days between a recorded and the expected day. Beyond that, the day must be confirmed, and the approver reads why. */
export const fewDays = 7

/** @returns such as 'Nov 20, 2025 is 365 days before the last signature, Nov 20, 2026.' */
function inWords(day: Day, expected: Day, what: string): string {
  const days = Math.abs(daysBetween(expected, day))
  return `${formatDay(day)} is ${days} ${days === 1 ? 'day' : 'days'} ${day < expected ? 'before' : 'after'} ${what}, ${formatDay(expected)}.`
}

function isFar(day: Day, expected: Day): boolean {
  return Math.abs(daysBetween(expected, day)) > fewDays
}

/** Days on which a note's funds could be expected, if known. */
export interface ExpectedFunding {
  /** The day of the last signature. */
  signed?: Day | undefined
  /** The planned issue date. */
  planned?: Day | undefined
}

/** @returns a sentence for each unusual aspect of the day on which a note's funds arrived */
export function unusualFundingDay(day: Day, { signed, planned }: ExpectedFunding): string[] {
  return [
    ...(signed && (day < signed || isFar(day, signed)) ? [inWords(day, signed, 'the last signature')] : []),
    ...(planned && isFar(day, planned) ? [inWords(day, planned, 'the planned issue date')] : []),
  ]
}

/**
 * @param dues the due dates of what the payment settles
 * @returns a sentence for each unusual aspect of a payment's day
 */
export function unusualPaymentDay(day: Day, dues: readonly Day[]): string[] {
  const sorted = dues.toSorted()
  const [first, last] = [sorted[0], sorted.at(-1)]
  return [
    ...(first && first < day && isFar(day, first) ? [inWords(day, first, 'the first due date it settles')] : []),
    ...(last && last > day && isFar(day, last) ? [inWords(day, last, 'the last due date it settles')] : []),
  ]
}
