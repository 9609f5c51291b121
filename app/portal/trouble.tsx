import { useRevalidator } from 'react-router'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import type { Refusal } from './errors.ts'
import style from './trouble.module.css'

/**
 * Something could not be read: says so, and tries again when asked, also once that is dismissed. Without trouble it
 * renders nothing.
 * @param reload it is a script, which only comes with the page itself
 */
export function Trouble({ trouble, reload }: { trouble: Refusal | undefined; reload?: boolean }) {
  const { revalidate, state } = useRevalidator()
  return (
    <div className={trouble && style.trouble}>
      <Banner of={trouble}>{trouble?.message}</Banner>
      {trouble && (
        <Button
          size="small"
          variant="link"
          onClick={reload ? () => location.reload() : revalidate}
          busy={state !== 'idle'}
          busyLabel="Trying…"
        >
          Try again
        </Button>
      )}
    </div>
  )
}
