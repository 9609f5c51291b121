import type { ComponentProps } from 'react'
import { href } from 'react-router'
import { CommandButton } from '../../shell/commands/command-button.tsx'

type Props = Omit<ComponentProps<typeof CommandButton>, 'action' | 'aria-label'> & {
  personId: string
  /** The button's accessible name, if its label doesn't include the person. */
  name?: string
}

/** A button that changes a person's account at once, within `ActionButtons`. */
export function PersonButton({ personId, name, ...button }: Props) {
  return <CommandButton action={href('/profile/people/:id', { id: personId })} aria-label={name} {...button} />
}
