import { useEffect, useId, useRef, useState } from 'react'
import { href } from 'react-router'
import { cancelCallCommand } from '../../../leads/call.commands.ts'
import type { LeadCall } from '../../../leads/server/manage-leads.ts'
import { ActionFields } from '../../../shell/actions/action-fields.tsx'
import { focused } from '../../../shell/commands/command-field.tsx'
import { CommandFields, isAtField } from '../../../shell/commands/command-fields.tsx'
import { useCommandForm } from '../../../shell/commands/command-form.tsx'
import { useHydrated } from '../../../shell/hydrated.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { Dialog } from '../../../shell/ui/dialog.tsx'
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
  const { id, name, cancelledAt, startsAt } = call
  const hydrated = useHydrated()
  const [open, setOpen] = useState(false)
  const form = useId()
  const { Form, busy, lost, shown } = useCommandForm(cancelCallCommand, {
    onDone(notice) {
      setOpen(false)
      onCancelled(notice)
    },
  })

  // The pressed button disappears with the call, so focus moves to the heading.
  const submitted = useRef(false)
  useEffect(() => {
    if (cancelledAt && submitted.current) document.getElementById('conversation')?.focus()
  }, [cancelledAt])

  if (cancelledAt || startsAt.getTime() <= Date.now()) return null
  const fields = (
    <Form
      id={form}
      method="post"
      action={href('/profile/admin/messages/:id', { id: conversationId })}
      className={`stack gap-4 ${style.requested}`}
      onSubmit={() => {
        submitted.current = true
      }}
    >
      <Banner of={shown}>{shown && !isAtField(shown) && shown.error?.message}</Banner>
      <p>
        <strong>{when}</strong>
        We’ll e-mail {name}, take the call off their calendar and free up the time. This can’t be undone.
      </p>
      <CommandFields command={cancelCallCommand} answer={shown} typed={lost?.typed} fields={{ reason: focused }} />
      <ActionFields intent={cancelCallCommand.name} />
      <input type="hidden" name="call" value={id} />
      {!hydrated && (
        <Button type="submit" size="small" variant="danger">
          {cancelCallCommand.button}
        </Button>
      )}
    </Form>
  )
  if (!hydrated)
    return (
      <details className={style.cancel} open={lost !== undefined}>
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
            <Button type="submit" form={form} variant="danger" busy={busy} busyLabel={cancelCallCommand.busy}>
              {cancelCallCommand.button}
            </Button>
          </>
        }
      >
        {fields}
      </Dialog>
    </div>
  )
}
