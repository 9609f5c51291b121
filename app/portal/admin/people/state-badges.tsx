import type { ListedUser } from '../../../../server/people/people-list.ts'
import { Badge } from '../../../ui/badge.tsx'

/** A person's state at a glance, for administrators; nothing for an accepted investor. */
export function StateBadges({ person }: { person: ListedUser }) {
  if (person.erased_at) return <Badge>Erased</Badge>
  return (
    <>
      {person.is_admin && <Badge>Admin</Badge>}
      {person.disabled_at && <Badge tone="danger">Access closed</Badge>}
      {person.is_delegate && !person.disabled_at && <Badge>Shared access</Badge>}
      {person.is_guest && <Badge tone="warning">Guest</Badge>}
      {person.invited_at && !person.disabled_at && <Badge tone="warning">Invited</Badge>}
      {person.erase_requested_at && <Badge tone="warning">Asked to be erased</Badge>}
    </>
  )
}
