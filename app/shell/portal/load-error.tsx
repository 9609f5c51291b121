import { useRevalidator } from 'react-router'
import { fetchOwn } from '../own-answer.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import type { Refusal } from './refusal.ts'

type Props = {
  error: Refusal | undefined
  /** Reloads the document instead of the data: a script is missing, and only a new document requests it again. */
  reload?: boolean
}

/**
 * Reports a load failure with a retry, which stays even after the message is dismissed. Renders nothing visible without
 * an error.
 */
export function LoadError({ error, reload }: Props) {
  const { revalidate, state } = useRevalidator()
  return (
    <div className={error && 'above-5'}>
      <Banner of={error}>{error?.message}</Banner>
      {error && (
        <Button
          size="small"
          variant="link"
          // While the site is away, its proxy's page would replace this one.
          onClick={
            reload
              ? () =>
                  fetchOwn('/api/session').then(
                    () => location.reload(),
                    () => {},
                  )
              : revalidate
          }
          busy={state !== 'idle'}
          busyLabel="Trying…"
        >
          Try again
        </Button>
      )}
    </div>
  )
}
