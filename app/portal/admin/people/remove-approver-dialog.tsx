import { useId } from 'react'
import { href } from 'react-router'
import type { ListedUser } from '../../../../server/people/people-list.ts'
import { ActionFields } from '../../../actions/action-fields.tsx'
import { useAction } from '../../../actions/use-action.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { AloneField } from './alone-field.tsx'

type Props = { person: ListedUser; onCancel: () => void; onDone: (notice: string) => void }

/** Asks before somebody is no longer an approver. Render it only while it is open. */
export function RemoveApproverDialog({ person, onCancel, onDone }: Props) {
  const form = useId()
  const { Form, answer, busy } = useAction(({ notice }) => notice && onDone(notice))
  const name = person.full_name || person.email
  return (
    <Dialog
      open
      onClose={onCancel}
      busy={busy}
      title={`Remove ${name} as approver?`}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="danger" type="submit" form={form} busy={busy} busyLabel="Saving…">
            Remove approver
          </Button>
        </>
      }
    >
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      <p>{name} no longer approves what administrators ask for. Making somebody an approver again takes two people.</p>
      <Form id={form} method="post" action={href('/profile/people/:id', { id: person.id })}>
        <ActionFields intent="revoke-approver" />
        <AloneField error={answer?.error} />
      </Form>
    </Dialog>
  )
}
