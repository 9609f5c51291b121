import type { ReactNode } from 'react'
import { href } from 'react-router'
import { ActionButton } from '../../../actions/action-button.tsx'

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
}

/** A button that changes a person's account with one press, within `ActionButtons`. */
export function PersonForm({ personId, label, name, ...button }: Props) {
  return (
    <ActionButton action={href('/profile/people/:id', { id: personId })} aria-label={name} {...button}>
      {label}
    </ActionButton>
  )
}
