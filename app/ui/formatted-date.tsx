import { formatDate } from './format.ts'

/** A day, such as '14 Nov 2026'; with `time`, '14 Nov 2026, 09:05 UTC'. */
export function FormattedDate({ date, time = false }: { date: string | number | Date; time?: boolean }) {
  return <time dateTime={new Date(date).toISOString()}>{formatDate(date, time)}</time>
}
