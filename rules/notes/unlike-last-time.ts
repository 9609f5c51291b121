import { countOf } from '../number.ts'
import { type Day, daysBetween, formatDay } from './days.ts'
import { type Cents, formatCents } from './money.ts'

/** What is known of a note beside a payment on it. */
export interface PaymentBefore {
  /** The last payment on it that wasn't reversed; null where there is none. */
  cents: Cents | null
  /** When what the payment settles was to be paid, earliest first. */
  payDates: readonly Day[]
  /** Whether the note was another holder's. */
  isTransferred: boolean
  /** What has changed about its holder since: keys of `identityWords`. */
  changed: readonly string[]
}

/** What says who is paid. */
const identityWords: Readonly<Record<string, string>> = {
  legal_name: 'the holder’s name',
  kind: 'what the holder is',
  custodian_name: 'the custodian',
  account: 'the custodian’s account number',
}

/** @returns what somebody who approves a payment should look at twice: nothing where it is as it was */
export function unlikeLastTime({ day, cents }: { day: Day; cents: Cents }, before: PaymentBefore): string[] {
  const changed = before.changed.flatMap(key => identityWords[key] ?? [])
  return [
    ...(before.cents === null ? [before.isTransferred ? 'first payment since the transfer' : 'first payment'] : []),
    ...(before.cents !== null && before.cents !== cents ? [`${formatCents(before.cents)} last time`] : []),
    ...offItsDay(day, before.payDates),
    ...changed.map(what => `${what} has changed since`),
  ]
}

/** @returns what has changed about a holder since a payment, of what says who is paid: each with its day */
export function changesInWords(changes: readonly { what: string; on: Day }[]): string[] {
  return changes.flatMap(({ what, on }) =>
    identityWords[what] ? `${identityWords[what]} changed on ${formatDay(on)}` : [],
  )
}

function offItsDay(day: Day, payDates: readonly Day[]): string[] {
  const last = payDates.at(-1)
  if (!last || payDates.includes(day)) return []
  const days = daysBetween(last, day)
  return [`${countOf(Math.abs(days), 'day')} ${days < 0 ? 'before' : 'after'} its payment date, ${formatDay(last)}`]
}
