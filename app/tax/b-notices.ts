/**
 * B-notices: what a payer sends a payee after the IRS's notice CP2100 or CP2100A says that name and number don't match.
 * Source: IRS Publication 1281 (Backup Withholding for Missing and Incorrect Name/TINs), as w9manager.com, accountingportal.com
 * and the comptroller of North Carolina (osc.nc.gov) quote it in stored copies.
 */
import { addBusinessDays } from '../../rules/business-days.ts'
import { type Day, dayOf, partsOf } from '../../rules/days.ts'

export const noticeKinds = { first: 'First B-notice', second: 'Second B-notice' } as const
export type NoticeKind = keyof typeof noticeKinds

/** Business days after the IRS's notice in which the payee is sent one, and after which backup withholding begins. */
const sendWithin = 15
const withholdAfter = 30

/**
 * @param dated the day on the IRS's notice, or the day it arrived, whichever is later
 * @returns the last day to send the payee's notice, and the first day on which payments are subject to backup withholding
 *   unless the payee has answered
 */
export function noticeDays(dated: Day): { sendBy: Day; withholdFrom: Day } {
  return { sendBy: addBusinessDays(dated, sendWithin), withholdFrom: addBusinessDays(dated, withholdAfter) }
}

/**
 * A second notice of the same payee within three calendar years is a second B-notice; one in the same calendar year as the
 * one before is not counted again.
 * @param dated the day of the IRS's notice
 * @param earlier days of the notices recorded before it, for the same number
 * @returns which B-notice it is; undefined where the payee was noticed in that year already
 */
export function noticeKindOf(dated: Day, earlier: readonly Day[]): NoticeKind | undefined {
  const { year } = partsOf(dated)
  const years = earlier.map(day => partsOf(day).year)
  if (years.includes(year)) return undefined
  return years.some(before => before < year && before >= year - 2) ? 'second' : 'first'
}

/** @returns the first day of the three calendar years that end with the year of a day */
export function countedFrom(dated: Day): Day {
  return dayOf({ year: partsOf(dated).year - 2, month: 1, day: 1 })
}
