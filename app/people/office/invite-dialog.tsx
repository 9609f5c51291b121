import { href } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import type { CommandAnswer } from '../../shell/actions/answer.ts'
import { CommandDialog } from '../../shell/commands/command-dialog.tsx'
import { focused } from '../../shell/commands/command-field.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { useNameLength } from '../../shell/ui/person-fields.tsx'
import { inviteCommand } from '../people.commands.ts'

/** Invites someone by e-mail. Render it only while it is open. */
export function InviteDialog({ onClose, onDone }: { onClose: () => void; onDone: (notice: string) => void }) {
  const maxLength = useNameLength()
  const refused = ({ error, typed }: CommandAnswer) => {
    const known = error?.code === 'ALREADY_INVITED' && typed?.email?.trim().toLowerCase()
    return (
      error && (
        <>
          {error.message}{' '}
          {known && (
            <Link to={withQuery(href('/profile/admin/people'), { q: known })} onClick={onClose}>
              Show {known}
            </Link>
          )}
        </>
      )
    )
  }
  return (
    <CommandDialog
      command={inviteCommand}
      action={href('/profile/invitations')}
      title="Invite a person"
      noValidate
      refused={refused}
      onClose={onClose}
      onDone={onDone}
      fields={{ email: focused, full_name: { hint: 'Optional.', maxLength }, organization: { maxLength } }}
    >
      <p>We’ll e-mail a welcome with a sign-in link. Documents you add now will be waiting for them.</p>
    </CommandDialog>
  )
}
