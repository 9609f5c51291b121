import { useId } from 'react'
import { href } from 'react-router'
import { disableReasonLength } from '../../../../rules/limits.ts'
import type { ListedUser } from '../../../../server/people/people-list.ts'
import { ActionFields } from '../../../actions/action-fields.tsx'
import { useAction } from '../../../actions/use-action.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'

type Props = { person: ListedUser; onCancel: () => void; onDone: (notice: string) => void }

/** Says what it means that somebody with shared access becomes an investor, and asks why. Render it only while it is open. */
export function AcceptDelegateDialog({ person, onCancel, onDone }: Props) {
  const form = useId()
  const { Form, answer, busy } = useAction(({ notice }) => notice && onDone(notice))
  const error = busy ? undefined : answer?.error
  const aboutReason = error?.code === 'ACCEPT_REASON' || error?.code === 'REASON_LONG'
  const name = person.full_name || person.email
  return (
    <Dialog
      open
      onClose={onCancel}
      busy={busy}
      title={`Make ${name} an investor?`}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} busy={busy} busyLabel="Saving…">
            Make an investor
          </Button>
        </>
      }
    >
      <Banner of={answer}>{!aboutReason && error?.message}</Banner>
      <p>
        An investor shares an account with {name} ({person.email}), such as with an accountant. As an investor
        themselves, they’ll also receive what you send to everyone you’ve accepted, and can be authorized for a holder.
        What is shared with them stays as it is.
      </p>
      <Form id={form} method="post" action={href('/profile/people/:id', { id: person.id })}>
        <ActionFields intent="accept-delegate" />
        <TextField
          label="Reason"
          hint="The log keeps it. Only administrators see it."
          name="reason"
          rows={3}
          maxLength={disableReasonLength}
          required
          error={aboutReason && error?.message}
          data-autofocus
        />
      </Form>
    </Dialog>
  )
}
