import { createHash } from 'node:crypto'
import { createEvents, type EventAttributes } from 'ics'
import { fund } from '../../../content/fund.ts'
import { addDays, partsOf } from '../../../rules/days.ts'
import { formatCents } from '../../../rules/money.ts'
import type { OwnNote } from '../../holdings/server/note-facts.ts'
import { closedStates, isIn } from '../../notes/note-states.ts'

/** A day in a person's calendar. */
export interface CalendarDay {
  /** Constant for the lifetime of the event's subject. */
  uid: string
  /** 'YYYY-MM-DD' */
  day: string
  title: string
  description: string
}

/** The last published state of a day. */
export interface SentDay {
  sequence: number
  changedAt: Date
}

const host = fund.emails.office.split('@')[1]

/** @returns a note's calendar days: payments, and the last day of the election */
export function daysOf(note: OwnNote, withAmounts: boolean): CalendarDay[] {
  const { number, holder, payments, state, lastElectionDay, outstandingCents } = note
  const noteAndHolder = `${number}, ${holder.name}`
  const days = payments.map(({ n, payDate, interestCents, principalCents, state, paidOn }): CalendarDay => {
    const what = principalCents === 0n ? 'interest' : interestCents === 0n ? 'principal' : 'interest and principal'
    const amount = withAmounts ? `${formatCents(interestCents + principalCents)} ` : ''
    const isPaid = state === 'paid' || state === 'renewed'
    return {
      uid: `payment-${number}-${n}@${host}`,
      day: isPaid && paidOn ? paidOn : payDate,
      title: `${fund.shortName}: ${amount}${what}${isPaid ? ', paid' : ''}`,
      description: isPaid
        ? `${noteAndHolder}. Recorded as paid.`
        : `${noteAndHolder}. Scheduled; your portal says once it is recorded as paid.`,
    }
  })
  if (lastElectionDay && (state === 'funded' || state === 'current'))
    days.push({
      uid: `election-${number}@${host}`,
      day: lastElectionDay,
      title: `${fund.shortName}: last day to choose what happens to ${number}`,
      description: `${noteAndHolder}. Without a choice, ${withAmounts ? formatCents(outstandingCents) : 'the principal'} is paid out at maturity.`,
    })
  return days
}

/** @returns whether a note's days belong in a calendar */
export function isInCalendar({ state, closedOn }: OwnNote, today: string): boolean {
  // A closed note's payments stay for a year.
  return !isIn(closedStates, state) || (closedOn ?? '') >= `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`
}

/** @returns SHA-256 of a day's content */
export function contentOf({ day, title, description }: CalendarDay): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([day, title, description]))
    .digest()
}

/** @returns an iCalendar file (RFC 5545) of all-day events that don't block time */
export function calendarFile(days: readonly CalendarDay[], sent: ReadonlyMap<string, SentDay>): string {
  const events = days.map(({ uid, day, title, description }): EventAttributes & { timestamp: number } => {
    const { sequence = 0, changedAt = new Date(0) } = sent.get(uid) ?? {}
    return {
      uid,
      sequence,
      title,
      description,
      start: dateOf(day),
      end: dateOf(addDays(day, 1)),
      // By default, the library uses the time it was loaded.
      timestamp: changedAt.getTime(),
      lastModified: changedAt.getTime(),
      status: 'CONFIRMED',
      transp: 'TRANSPARENT',
      busyStatus: 'FREE',
    }
  })
  const { error, value } = createEvents(events, {
    productId: '-//Promissory//Payments//EN',
    calName: `${fund.shortName} payments`,
    method: 'PUBLISH',
  })
  if (error || value === null) throw error ?? new Error('the calendar could not be written')
  return value
}

function dateOf(day: string): [number, number, number] {
  const { year, month, day: date } = partsOf(day)
  return [year, month, date]
}
