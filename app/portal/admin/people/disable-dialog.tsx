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
import { AloneField } from './alone-field.tsx'

type Props = { person: ListedUser; onCancel: () => void; onDone: (notice: string) => void }

/** Asks why someone's access is to be closed, then closes it. Render it only while it is open. */
export function DisableDialog({ person, onCancel, onDone }: Props) {
  const form = useId()
  const { Form, answer, busy } = useAction(({ notice }) => notice && onDone(notice))
  const error = busy ? undefined : answer?.error
  const aboutReason = error?.code === 'REASON_REQUIRED' || error?.code === 'REASON_LONG'
  const name = person.full_name || person.email
  return (
    <Dialog
      open
      onClose={onCancel}
      busy={busy}
      title={`Close ${name}’s access?`}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="danger" type="submit" form={form} busy={busy} busyLabel="Closing…">
            Close access
          </Button>
        </>
      }
    >
      <Banner of={answer}>{!aboutReason && error?.message}</Banner>
      <p>
        {name} ({person.email}) will be signed out everywhere at once and can’t sign in again. Documents stay as they
        are. You can open the access again at any time.
      </p>
      <Form id={form} method="post" action={href('/profile/people/:id', { id: person.id })}>
        <ActionFields intent="disable" />
        <TextField
          label="Reason"
          hint="Only administrators see it."
          name="reason"
          rows={3}
          maxLength={disableReasonLength}
          required
          error={aboutReason && error?.message}
          data-autofocus
        />
        <AloneField error={answer?.error} />
      </Form>
    </Dialog>
  )
}
