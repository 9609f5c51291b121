import type { Command } from '../../rules/commands/command.ts'
import type { Field as FieldOfCommand } from '../../rules/commands/fields.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { ActionFields } from './action-fields.tsx'
import type { ActionAnswer } from './answer.ts'
import type { FormAction } from './use-action.ts'

interface Props {
  action: Pick<FormAction<ActionAnswer>, 'Form' | 'busy'>
  /** What shows it, given the secret. */
  command: Command & { fields: { token: FieldOfCommand } }
  className: string | undefined
}

/** Asks for the secret from an e-mail, where the page was opened without the link that carries it. */
export function MailedCodeForm({ action: { Form, busy }, command, className }: Props) {
  const { name, fields, button, busy: busyLabel } = command
  const { label, hint } = fields.token
  return (
    <Form method="post" className={className}>
      <Field label={label} hint={hint} name="token" autoComplete="off" spellCheck={false} required />
      <ActionFields />
      <div>
        <Button type="submit" name="intent" value={name} busy={busy} busyLabel={busyLabel}>
          {button}
        </Button>
      </div>
    </Form>
  )
}
