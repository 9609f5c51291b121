import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { ActionFields } from './action-fields.tsx'
import type { ActionAnswer } from './define-actions.ts'
import type { FormAction } from './use-action.ts'

interface Props {
  action: Pick<FormAction<ActionAnswer>, 'Form' | 'busy'>
  label: string
  /** Where to find the code. */
  hint: string
  className: string | undefined
  /** The button's words. */
  children: ReactNode
}

/** Asks for the secret from an e-mail, where the page was opened without the link that carries it. Intent: `show`. */
export function MailedCodeForm({ action: { Form, busy }, label, hint, className, children }: Props) {
  return (
    <Form method="post" className={className}>
      <Field label={label} hint={hint} name="token" autoComplete="off" spellCheck={false} required />
      <ActionFields />
      <div>
        <Button type="submit" name="intent" value="show" busy={busy} busyLabel="Checking…">
          {children}
        </Button>
      </div>
    </Form>
  )
}
