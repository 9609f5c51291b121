import { type ReactNode, useId } from 'react'
import type { Command } from '../../../rules/commands/command.ts'
import { ActionFields } from '../actions/action-fields.tsx'
import type { CommandAnswer } from '../actions/answer.ts'
import { useAction } from '../actions/use-action.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CommandFields, type FieldsOf, isAtField } from './command-fields.tsx'

type Props<C extends Command, Answer extends CommandAnswer> = FieldsOf<C> & {
  title: ReactNode
  /** The address of the route that carries it out. */
  action: string
  variant?: ButtonProps['variant']
  /** What the button says, where the command's own words don't fit. */
  button?: string
  disabled?: boolean
  /** Whether only the server checks the fields. */
  noValidate?: boolean
  /** Content below the form. */
  below?: ReactNode
  onClose: () => void
  onDone: (notice: string, answer: Answer) => void
  /** Why it was refused, where more than the sentence is to be said. */
  refused?: (answer: Answer) => ReactNode
}

/** A dialog around the form of a command. Render it only while it is open. */
export function CommandDialog<C extends Command, Answer extends CommandAnswer = CommandAnswer>({
  title,
  action,
  variant = 'primary',
  button,
  disabled,
  noValidate,
  below,
  onClose,
  onDone,
  refused = ({ error }) => error?.message,
  ...fields
}: Props<C, Answer>) {
  const { command } = fields
  const form = useId()
  const { Form, answer, busy } = useAction<Answer>(answer => answer.error || onDone(answer.notice ?? '', answer))
  // Fields that the last answer requested stay while the form is sent.
  const shown = busy && answer ? { ...answer, problems: {} } : answer
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={variant} type="submit" form={form} disabled={disabled} busy={busy} busyLabel={command.busy}>
            {button ?? command.button}
          </Button>
        </>
      }
    >
      <Form id={form} method="post" action={action} noValidate={noValidate} style={{ display: 'contents' }}>
        <Banner of={answer}>{answer && !busy && !isAtField(answer) && refused(answer)}</Banner>
        <ActionFields intent={command.name} />
        <CommandFields {...fields} answer={shown} />
      </Form>
      {below}
    </Dialog>
  )
}
