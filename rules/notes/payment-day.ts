import type { PaymentState } from '../holdings.ts'
import { type Day, daysBetween, formatDay } from './days.ts'

/* What a payment means on the day it is made, told alike in mail and on the page: how far the note is, and what comes next. */

/** For how many days a payment is news. */
const newsFor = 3

/** @param paidOn the day on which a payment was made; undefined where it wasn't */
export function isNews(paidOn: Day | undefined, today: Day): boolean {
  return paidOn !== undefined && paidOn <= today && daysBetween(paidOn, today) < newsFor
}

/** How many of a note's payments are made, and when the next one is; undefined where none comes. */
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
