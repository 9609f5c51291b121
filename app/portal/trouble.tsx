import { useRevalidator } from 'react-router'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import type { Refusal } from './errors.ts'
import style from './trouble.module.css'

/**
 * A list could not be read: says so, and tries again when asked, also once that is dismissed. Without trouble it draws
 * nothing.
 */
export function Trouble({ trouble }: { trouble: Refusal | undefined }) {
  const { revalidate, state } = useRevalidator()
  return (
    <div className={trouble && style.trouble}>
      <Banner of={trouble}>{trouble?.message}</Banner>
      {trouble && (
        <Button size="small" variant="link" onClick={revalidate} busy={state !== 'idle'} busyLabel="Trying…">
          Try again
        </Button>
      )}
    </div>
  )
}
