import { Badge } from '../../shell/ui/badge.tsx'
import type { ListedUser } from '../server/people-list.ts'

/** A person's state at a glance, for administrators; nothing for an accepted investor. */
export function StateBadges({ person }: { person: ListedUser }) {
  if (person.erasedAt) return <Badge>Erased</Badge>
  return (
    <>
      {person.isAdmin && <Badge>Admin</Badge>}
      {person.disabledAt && <Badge tone="danger">Access closed</Badge>}
      {person.isDelegate && !person.disabledAt && <Badge>Shared access</Badge>}
      {person.isGuest && <Badge tone="warning">Guest</Badge>}
      {person.invitedAt && !person.disabledAt && <Badge tone="warning">Invited</Badge>}
      {person.eraseRequestedAt && <Badge tone="warning">Asked to be erased</Badge>}
    </>
  )
}
