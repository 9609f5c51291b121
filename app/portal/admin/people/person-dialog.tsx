import { useId, useState } from 'react'
import type { Actor } from '../../../../server/access/actor.ts'
import type { ListedUser } from '../../../../server/people/people-list.ts'
import { ActionFields } from '../../../actions/action-fields.tsx'
import { useAction } from '../../../actions/use-action.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import { NameField, OrganizationField } from '../../../ui/person-fields.tsx'
import { OriginalValues } from '../../original-values.tsx'
import { AccountSection } from './account-section.tsx'
import { DisableDialog } from './disable-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { PasskeyPermit } from './passkey-permit.tsx'
import style from './person-dialog.module.css'

type Props = {
  me: Actor
  person: ListedUser
  onClose: () => void
  /** A change was saved: closes the dialog and shows the notice. */
  onDone: (notice: string) => void
}

/** Edits a person: name and organization, rights, access, and the end of their account. Render it only while it is open. */
export function PersonDialog({ me, person, onClose, onDone }: Props) {
  const form = useId()
  const [asking, setAsking] = useState<'grant' | 'disable' | 'erase'>()
  const { Form, answer, busy } = useAction(({ notice }) => notice && onDone(notice))
  const { error } = (!busy && answer) || {}
  const fieldError = (code: string) => error?.code === code && error.message

  const back = () => setAsking(undefined)
  if (asking === 'grant') return <GrantDialog me={me} person={person} onCancel={back} onDone={onDone} />
  if (asking === 'disable') return <DisableDialog person={person} onCancel={back} onDone={onDone} />
  if (asking === 'erase') return <EraseDialog person={person} onCancel={back} onDone={onDone} />
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={`Edit ${person.full_name || person.email}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} busy={busy} busyLabel="Saving…">
            Save
          </Button>
        </>
      }
    >
      <Form id={form} method="post" action={`/profile/people/${person.id}`} style={{ display: 'contents' }}>
        <ActionFields intent="edit" />
        <OriginalValues fullName={person.full_name} organization={person.organization} />
        <Banner of={answer}>
          {error && !fieldError('NAME_LONG') && !fieldError('ORGANIZATION_LONG') && error.message}
        </Banner>
        <NameField autoComplete="off" defaultValue={person.full_name ?? ''} error={fieldError('NAME_LONG')} />
        <OrganizationField
          autoComplete="off"
          defaultValue={person.organization ?? ''}
          error={fieldError('ORGANIZATION_LONG')}
        />
      </Form>
      <dl className={style.facts}>
        <div>
          <dt>E-mail</dt>
          <dd>{person.email}</dd>
        </div>
        {person.invited_at && <Invitation person={person} onDone={onDone} />}
        {!person.erased_at && <Administrator person={person} onGrant={() => setAsking('grant')} />}
        {person.is_admin && person.id !== me.id && <PasskeyPermit person={person} onDone={onDone} />}
        <AccountSection
          me={me}
          person={person}
          onDisable={() => setAsking('disable')}
          onErase={() => setAsking('erase')}
          onDone={onDone}
        />
      </dl>
    </Dialog>
  )
}

function Administrator({ person, onGrant }: { person: ListedUser; onGrant: () => void }) {
  return (
    <div>
      <dt>Administrator</dt>
      <dd>
        {person.is_admin ? 'Can view and manage everyone’s documents.' : 'No. Can only view their own documents.'}
      </dd>
      <dd>
        <Button size="small" variant={person.is_admin ? 'danger' : 'quiet'} onClick={onGrant}>
          {person.is_admin ? 'Remove administrator' : 'Make administrator'}
        </Button>
      </dd>
    </div>
  )
}

function Invitation({ person, onDone }: Pick<Props, 'person' | 'onDone'>) {
  const { Form, answer, busy } = useAction(({ notice }) => notice && onDone(notice))
  return (
    <div>
      <dt>Invited</dt>
      <dd>
        <FormattedDate date={person.invited_at ?? 0} time />. Hasn’t signed in yet.
        <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      </dd>
      <dd>
        <Form method="post" action="/profile/invitations">
          <ActionFields intent="again" />
          <input type="hidden" name="user" value={person.id} />
          <Button size="small" type="submit" busy={busy} busyLabel="Sending…">
            Send again
          </Button>
        </Form>
      </dd>
    </div>
  )
}
