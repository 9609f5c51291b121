import { isBusinessDay, nextBusinessDay } from '../../rules/business-days.ts'
import { addDays, addMonths, type Day } from '../../rules/days.ts'

/**
 * @param firstSale when the first holder was committed
 * @returns the last day to file Form D: 15 days later, or the next business day (17 CFR 230.503(a)(1))
 */
export function formDDue(firstSale: Day): Day {
  const day = addDays(firstSale, 15)
  return isBusinessDay(day) ? day : nextBusinessDay(day)
}

/**
 * @param lastFiled of Form D, or of its newest amendment
 * @returns the last day of the yearly amendment if the offering continues: on or before the first anniversary (17 CFR
 * 230.503(a)(3)(iii))
 */
export function amendmentDue(lastFiled: Day): Day {
  return addMonths(lastFiled, 12)
}
