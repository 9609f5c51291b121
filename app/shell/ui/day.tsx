import { type Day as CivilDay, formatDay } from '../../../rules/days.ts'

/** A civil day, without a time zone, such as a payment's due day. */
export function Day({ date }: { date: CivilDay }) {
  return <time dateTime={date}>{formatDay(date)}</time>
}
