import type { Command } from '../../rules/commands/command.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'

type Props = Pick<ButtonProps, 'variant'> & { command: Command; busy: boolean }

/** The button of a command in a form that has several, or fields of its own: it names the command. */
export function CommandSubmit({ command: { name, button, busy: busyLabel }, ...rest }: Props) {
  return (
    <Button type="submit" name="intent" value={name} busyLabel={busyLabel} {...rest}>
      {button}
    </Button>
  )
}
