import { useState } from 'react'
import { href, useNavigate, useNavigation } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Person } from '../documents/load-documents.ts'
import { nameOf } from './person-name.ts'
import { myDocuments } from './person-picker.tsx'

type Props = {
  me: Actor
  /** The person whose documents are being managed now. */
  from: Person
  /** The person to switch to; the dialog is closed while undefined. */
  to: Person | undefined
  /** Id of a document of theirs to open. */
  document?: string
  onCancel: () => void
}

/** Asks before switching to another person's documents (specification section 4), then goes there. */
export function SwitchPersonDialog({ me, from, to, document, onCancel }: Props) {
  const navigate = useNavigate()
  const busy = useNavigation().state !== 'idle'
  const [confirmed, setConfirmed] = useState(false)
  if (!to) return null

  const own = to.id === me.id
  const confirm = () => {
    setConfirmed(true)
    navigate(withQuery(own ? href('/profile') : href('/profile/admin/people/:id', { id: to.id }), { document }))
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
      {own ? (
        <p>You’ll stop managing documents for {nameOf(from)} and see your own.</p>
      ) : (
        <p>
          You’ll be able to view and change documents that belong to <strong>{nameOf(to)}</strong>
          {to.fullName && ` (${to.email})`}. Anything you upload is visible to them right away.
        </p>
      )}
    </Dialog>
  )
}
