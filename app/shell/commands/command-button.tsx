import type { ComponentProps } from 'react'
import type { Command } from '../../../rules/commands/command.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { useLastAnswer } from './command-form.tsx'

type Props = Omit<ComponentProps<typeof ActionButton>, 'intent' | 'children' | 'busyLabel' | 'refused'> & {
  /** Its fields are sent along, and typed by no one. */
  command: Command
  /** What the button says, where the command's own words don't fit. */
  button?: string
}

/** The form of a command as one button, within `ActionButtons`. */
export function CommandButton({ command, button = command.button, fields = {}, ...rest }: Props) {
  const last = useLastAnswer()
  const isOfThis =
    last?.command === command.name && Object.entries(fields).every(([name, value]) => last.typed?.[name] === value)
  return (
    <ActionButton
      intent={command.name}
      fields={fields}
      busyLabel={command.busy}
      refused={isOfThis ? last.error?.message : undefined}
      {...rest}
    >
      {button}
    </ActionButton>
  )
}
