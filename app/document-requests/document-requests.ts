/** Document requests, for form and server. */

/** Messages of the catalogue (`messages.ts`) about document requests, shared by form and server. */
export const documentRequestMessages = {
  REQUEST_NAME_REQUIRED: 'Enter which document you need.',
  REQUEST_NAME_LONG: 'This name is too long. Enter at most 200 characters.',
  REQUEST_NOTE_LONG: 'This note is too long. Enter at most 1,000 characters.',
  REQUEST_DAY_INVALID: 'Enter a day from today on, or leave this empty.',
  REQUEST_FULFILLED: 'This document has already been received.',
  REQUEST_CLOSED: 'This document is no longer needed.',
  TOO_MANY_ASKED: 'This person already has 100 open requests. Withdraw some first.',
} as const

/** Filters of the administrators' list. */
export const requestFilters = ['open', 'received', 'withdrawn'] as const
export type RequestFilter = (typeof requestFilters)[number]

const day = 24 * 3600 * 1000

/**
 * @param text YYYY-MM-DD
 * @returns whether it is today or later; somewhere it may still be yesterday
 */
export function isDayFromTodayOn(text: string, now = Date.now()): boolean {
  const time = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return new Date(time || 0).toISOString().startsWith(text) && time > now - 2 * day
}
