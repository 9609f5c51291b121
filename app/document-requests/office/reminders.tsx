import { FormattedDate } from '../../shell/ui/formatted-date.tsx'

export function Reminders({ count, last }: { count: number; last: Date | null }) {
  if (!last) return null
  return (
    <>
      {' · '}
      {count === 1 ? 'reminded' : `reminded ${count} times, last`} <FormattedDate date={last} />
    </>
  )
}
