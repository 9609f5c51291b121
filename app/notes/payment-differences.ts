import { type Day, daysBetween, formatDay } from '../../rules/days.ts'
import { type Cents, formatCents } from '../../rules/money.ts'
import { countOf } from '../../rules/number.ts'

/** Facts about a note, to compare a payment with the previous one. */
export interface PaymentBefore {
  /** The last payment that wasn't reversed, or null. */
  cents: Cents | null
  /** Pay dates of what the payment settles, earliest first. */
  payDates: readonly Day[]
  /** Whether the note was another holder's. */
  isTransferred: boolean
  /** Changes of its holder since: keys of `identityWords`. */
  changed: readonly string[]
}

/** Identity and payment details of a holder. */
const identityWords: Readonly<Record<string, string>> = {
  legal_name: 'the holder’s name',
  kind: 'what the holder is',
  custodian_name: 'the custodian',
  account: 'the custodian’s account number',
}

/** @returns differences that an approver of a payment should review; none if it is as before */
export function paymentDifferences({ day, cents }: { day: Day; cents: Cents }, before: PaymentBefore): string[] {
  const changed = before.changed.flatMap(key => identityWords[key] ?? [])
  return [
    ...(before.cents === null ? [before.isTransferred ? 'first payment since the transfer' : 'first payment'] : []),
    ...(before.cents !== null && before.cents !== cents ? [`${formatCents(before.cents)} last time`] : []),
    ...offItsDay(day, before.payDates),
    ...changed.map(what => `${what} has changed since`),
  ]
}

/** @returns changes of a holder's identity or payment details since a payment, each with its day */
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
