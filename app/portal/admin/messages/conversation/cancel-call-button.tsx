import { useEffect, useId, useRef, useState } from 'react'
import { href } from 'react-router'
import { noteLength } from '../../../../../rules/leads.ts'
import type { LeadCall } from '../../../../../server/leads/manage-leads.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { useHydrated } from '../../../../hydrated.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'
import style from './conversation-head.module.css'

type Props = {
  call: LeadCall
  conversationId: string
  /** The time of the call, formatted. */
  when: string
  onCancelled: (notice: string) => void
}

/** Cancels a call for the fund, with an optional message to the visitor. Renders nothing for a call that has begun. */
export function CancelCallButton({ call, conversationId, when, onCancelled }: Props) {
  const { id, name, cancelled_at, starts_at } = call
  const hydrated = useHydrated()
  const [open, setOpen] = useState(false)
  const form = useId()
  const { Form, answer, busy } = useAction(({ notice }) => {
    if (!notice) return
    setOpen(false)
    onCancelled(notice)
  })
  const error = answer?.error

  // The pressed button disappears with the call, so focus moves to the heading.
  const submitted = useRef(false)
  useEffect(() => {
    if (cancelled_at && submitted.current) document.getElementById('conversation')?.focus()
  }, [cancelled_at])

  if (cancelled_at || starts_at.getTime() <= Date.now()) return null
  const fields = (
    <Form
      id={form}
      method="post"
      action={href('/profile/admin/messages/:id', { id: conversationId })}
      className={style.asked}
      onSubmit={() => {
        submitted.current = true
      }}
    >
      <Banner of={error}>{error?.message}</Banner>
      <p>
        <strong>{when}</strong>
        We’ll e-mail {name}, take the call off their calendar and free up the time. This can’t be undone.
      </p>
      <TextField
        label="Message to the visitor (optional)"
        hint="We’ll include it in the e-mail."
        name="reason"
        rows={3}
        maxLength={noteLength}
        data-autofocus
      />
      <ActionFields intent="cancel" />
      <input type="hidden" name="call" value={id} />
      {!hydrated && (
        <Button type="submit" size="small" variant="danger">
          Cancel the call
        </Button>
      )}
    </Form>
  )
  if (!hydrated)
    return (
      <details className={style.cancel}>
        <summary>Cancel this call</summary>
        {fields}
      </details>
    )
  return (
    <div className={style.cancel}>
      <Button size="small" variant="link" onClick={() => setOpen(true)} aria-haspopup="dialog">
        Cancel this call<span className="visually-hidden"> with {name}</span>
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Cancel the call with ${name}?`}
        busy={busy}
        actions={
          <>
            <Button onClick={() => setOpen(false)} disabled={busy}>
              Keep the call
            </Button>
            <Button type="submit" form={form} variant="danger" busy={busy} busyLabel="Canceling…">
              Cancel the call
            </Button>
          </>
        }
      >
        {fields}
      </Dialog>
    </div>
  )
}
