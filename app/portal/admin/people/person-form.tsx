import type { ReactNode } from 'react'
import { href } from 'react-router'
import { ActionFields } from '../../../actions/action-fields.tsx'
import { useAction } from '../../../actions/use-action.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'

type Props = {
  personId: string
  /** One of `person-actions.ts`. */
  intent: string
  label: ReactNode
  busyLabel: string
  /** The button's full name, where its label alone doesn't say whom it is about. */
  name?: string
  /** `link` in rows of a list. */
  variant?: 'quiet' | 'link'
  /** Further fields that the intent needs. */
  fields?: Record<string, string>
  onDone: (notice: string) => void
}

/** A button that changes a person's account with one press. */
export function PersonForm({
  personId,
  intent,
  label,
  busyLabel,
  name,
  variant = 'quiet',
  fields = {},
  onDone,
}: Props) {
  const { Form, answer, busy } = useAction(({ notice }) => notice && onDone(notice))
  return (
    <Form method="post" action={href('/profile/people/:id', { id: personId })}>
      <ActionFields intent={intent} />
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      <Button size="small" variant={variant} type="submit" busy={busy} busyLabel={busyLabel} aria-label={name}>
        {label}
      </Button>
    </Form>
  )
}
