import { Button, type ButtonProps } from '../ui/button.tsx'
import type { Named } from './mailed-code-form.tsx'

type Props = Pick<ButtonProps, 'variant'> & { command: Named; busy: boolean }

/** The button of a command in a form that has several, or fields of its own: it names the command. */
export function CommandSubmit({ command: { name, button, busy: busyLabel }, ...rest }: Props) {
  return (
    <Button type="submit" name="intent" value={name} busyLabel={busyLabel} {...rest}>
      {button}
    </Button>
  )
}
