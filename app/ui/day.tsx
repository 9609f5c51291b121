import { type Day as CivilDay, formatDay } from '../../rules/notes/days.ts'

/** A civil day, which is in no time zone, such as the day on which a payment is due. */
export function Day({ date }: { date: CivilDay }) {
  return <time dateTime={date}>{formatDay(date)}</time>
}
