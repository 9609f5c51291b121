import { useState } from 'react'
import { href, useNavigate, useNavigation } from 'react-router'
import type { Actor } from '../../../../server/access/actor.ts'
import type { Person } from '../../../documents/investor/load-documents.ts'
import { manage } from '../../../shell/portal/use-managed-person.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { Dialog } from '../../../shell/ui/dialog.tsx'
import { nameOf } from './person-name.ts'
import { myDocuments } from './person-picker.tsx'

type Props = {
  me: Actor
  from: Person
  /** The person to switch to; the dialog is closed while undefined. */
  to: Person | undefined
  onCancel: () => void
  /** Runs after the confirmation; by default, their documents are shown. */
  onConfirm?: () => void
}

/** Asks before switching to another person's documents (specification section 4), then goes there. */
export function SwitchPersonDialog({ me, from, to, onCancel, onConfirm }: Props) {
  const navigate = useNavigate()
  const busy = useNavigation().state !== 'idle'
  const [confirmed, setConfirmed] = useState(false)
  if (!to) return null

  const own = to.id === me.id
  const confirm = () => {
    if (onConfirm) return onConfirm()
    setConfirmed(true)
    if (!own) manage(to.id)
    navigate(own ? href('/profile') : href('/profile/admin/people/:id', { id: to.id }))
  }
  return (
    <Dialog
      open
      onClose={onCancel}
      busy={confirmed && busy}
      title={own ? 'Back to My Documents?' : `Manage documents for ${nameOf(to)}?`}
      actions={
        <>
          <Button onClick={onCancel} disabled={confirmed && busy}>
            Cancel
          </Button>
          <Button variant="primary" onClick={confirm} busy={confirmed && busy} busyLabel="Opening…">
            {own ? myDocuments : 'Manage documents'}
          </Button>
        </>
      }
    >
      {own ? <p>You’ll stop managing documents for {nameOf(from)} and see your own.</p> : <ManagingWords person={to} />}
    </Dialog>
  )
}

export function ManagingWords({ person }: { person: Person }) {
  return (
    <p>
      You’ll be able to view and change documents that belong to <strong>{nameOf(person)}</strong>
      {person.fullName && ` (${person.email})`}. Anything you upload is visible to them right away.
    </p>
  )
}
