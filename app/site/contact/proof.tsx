import { useState } from 'react'
import { ActionFields } from '../../actions/action-fields.tsx'
import { Field } from '../../ui/field.tsx'

/** What a public form is given by its page: a name of its own, and when it was made (`server/access/form-proof.ts`). */
export interface FormTicket {
  id: string
  opened: string
}

/**
 * The hidden part of a public form. The field that people do not see comes into sight if it was filled in, by a
 * browser perhaps, so that its owner can clear it.
 */
export function FormProof({ ticket, trapFilled }: { ticket: FormTicket; trapFilled: boolean }) {
  // The page gives a new one with each answer, but the form has been open since the first; and where an answer was
  // lost, the server knows by its name that it has the form already.
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
