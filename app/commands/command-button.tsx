import type { ComponentProps } from 'react'
import type { Command } from '../../rules/commands/command.ts'
import { ActionButton } from '../actions/action-button.tsx'

type Props = Omit<ComponentProps<typeof ActionButton>, 'intent' | 'children' | 'busyLabel'> & {
  /** Its fields are sent along, and typed by nobody. */
  command: Command
  /** What the button says, where the command's own words don't fit. */
  button?: string
}

/** The form of a command as one button, within `ActionButtons`. */
export function CommandButton({ command, button = command.button, ...rest }: Props) {
  return (
    <ActionButton intent={command.name} busyLabel={command.busy} {...rest}>
      {button}
    </ActionButton>
  )
}
