import type { Command } from '../../../rules/commands/command.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { ActionFields } from './action-fields.tsx'
import type { ActionAnswer } from './answer.ts'
import type { FormAction } from './use-action.ts'

/** What a form's button needs of its command. A page that must stay small has it typed, without the description. */
export type Named<C extends Command = Command> = Pick<C, 'name' | 'button' | 'busy'>

interface Props {
  action: Pick<FormAction<ActionAnswer>, 'Form' | 'busy'>
  /** What shows it, given the secret. */
  command: Named & { fields: { token: { label: string; hint?: string | undefined } } }
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
