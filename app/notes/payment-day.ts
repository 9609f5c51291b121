import { type Day, daysBetween, formatDay } from '../../rules/days.ts'
import type { PaymentState } from '../holdings/holdings.ts'

/* A payment's effect on its day, worded alike in mail and on the page: the note's progress, and the next payment. */

/** Days for which a payment is news. */
const newsFor = 3

/** @param paidOn day of a payment, if made */
export function isNews(paidOn: Day | undefined, today: Day): boolean {
  return paidOn !== undefined && paidOn <= today && daysBetween(paidOn, today) < newsFor
}

/** Number of a note's payments made, and the day of the next, if any. */
export interface Progress {
  paid: number
  of: number
  next: Day | undefined
}

export function progressOf(payments: readonly { state: PaymentState; payDate: Day }[]): Progress {
  const next = payments.find(({ state }) => state === 'scheduled' || state === 'due')
  return {
    paid: payments.filter(({ state }) => state === 'paid' || state === 'renewed').length,
    of: payments.length,
    next: next?.payDate,
  }
}

/** @returns such as '22 of 24. Next: Dec 2, 2026.' or '24 of 24, the last one.' */
export function progressWords({ paid, of, next }: Progress): string {
  if (paid === of) return `${paid} of ${of}, the last one.`
  return `${paid} of ${of}.${next ? ` Next: ${formatDay(next)}.` : ''}`
}

/** @returns such as 'sent today' */
export function sentWords(day: Day, today: Day): string {
  const days = daysBetween(day, today)
  return days === 0 ? 'sent today' : days === 1 ? 'sent yesterday' : `sent ${formatDay(day)}`
}
