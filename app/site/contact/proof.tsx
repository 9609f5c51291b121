import { useState } from 'react'
import { ActionFields } from '../../actions/action-fields.tsx'
import { Field } from '../../ui/field.tsx'

/** Sent with a public form: a unique id, and when the form was opened (`server/access/form-proof.ts`). */
export interface FormTicket {
  id: string
  opened: string
}

/**
 * The hidden fields of a public form. One is a trap for bots; if it was filled in, perhaps by a browser's autofill, it
 * becomes visible so that people can clear it.
 */
export function FormProof({ ticket, trapFilled }: { ticket: FormTicket; trapFilled: boolean }) {
  // The page gets a new ticket with each answer, but the form keeps its first one: it says when the form was opened,
  // and if an answer was lost, the server recognizes by its id that it already has the form.
  const [{ id, opened }] = useState(ticket)
  return (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="opened" value={opened} />
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
