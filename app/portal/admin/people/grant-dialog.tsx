import { useId } from 'react'
import { href } from 'react-router'
import type { Actor } from '../../../../server/access/actor.ts'
import type { ListedUser } from '../../../../server/people/people-list.ts'
import { ActionFields } from '../../../actions/action-fields.tsx'
import { useAction } from '../../../actions/use-action.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { AloneField } from './alone-field.tsx'

type Props = { me: Actor; person: ListedUser; onCancel: () => void; onDone: (notice: string) => void }

/** Asks before making someone an administrator or removing them as one. Render it only while it is open. */
export function GrantDialog({ me, person, onCancel, onDone }: Props) {
  const form = useId()
  const { Form, answer, busy } = useAction(({ notice }) => notice && onDone(notice))
  const name = person.full_name || person.email
  const own = person.id === me.id
  const revoke = person.is_admin

  return (
    <Dialog
      open
      onClose={onCancel}
      busy={busy}
      title={revoke ? `Remove ${own ? 'yourself' : name} as administrator?` : `Make ${name} an administrator?`}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant={revoke ? 'danger' : 'primary'} type="submit" form={form} busy={busy} busyLabel="Saving…">
            {revoke ? 'Remove administrator' : 'Make administrator'}
          </Button>
        </>
      }
    >
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      {!revoke && (
        <p>
          {name} ({person.email}) will be able to view and change every user’s documents, decide on delete requests, and
          add or remove administrators. A second person has to approve this first.
        </p>
      )}
      {revoke && !own && <p>{name} keeps their own documents and can no longer see anyone else’s.</p>}
      {revoke && own && <p>You’ll lose the Admin tab right away. Only another administrator can give it back.</p>}
      <Form id={form} method="post" action={href('/profile/people/:id', { id: person.id })}>
        <ActionFields intent={revoke ? 'revoke' : 'grant'} />
        <AloneField error={answer?.error} />
      </Form>
    </Dialog>
  )
}
