import { useState } from 'react'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import { Field } from '../../shell/ui/field.tsx'

type Props = {
  /** When the form was opened, and its id, signed (`server/access/form-proof.ts`). */
  ticket: string
  /** Why the form was refused last time. */
  refused: string | undefined
}

/**
 * The hidden fields of a public form. One is a trap for bots; if it was filled in, perhaps by a browser's autofill, it
 * becomes visible so that people can clear it.
 */
export function FormProof({ ticket, refused }: Props) {
  // The page gets a new ticket with each answer, but the form keeps its first one until that expires: if an answer was
  // lost, the server recognizes by it that it already has the form.
  const [kept, setKept] = useState(ticket)
  if (refused === 'FORM_EXPIRED' && kept !== ticket) setKept(ticket)
  const trapFilled = refused === 'NOT_A_PERSON'
  return (
    <>
      <input type="hidden" name="ticket" value={kept} />
      <ActionFields />
      <div className={trapFilled ? '' : 'visually-hidden'} aria-hidden={trapFilled ? undefined : true}>
        <Field
          label="Leave this field empty"
          name="leave_empty"
          autoComplete="off"
          tabIndex={trapFilled ? undefined : -1}
        />
      </div>
    </>
  )
}
