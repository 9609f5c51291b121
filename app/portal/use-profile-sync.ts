import { useEffect } from 'react'
import type { Actor } from '../../server/access/actor.ts'
import { useSession } from '../session.tsx'

/**
 * Has the session read anew where the page knows its reader otherwise: an administrator changed their name, or made
 * them an administrator. The header and the other tabs then say the same.
 */
export function useProfileSync({ email, fullName, organization, isAdmin }: Actor): void {
  const { profile, refresh } = useSession()
  const same =
    !profile ||
    (profile.email === email &&
      profile.full_name === fullName &&
      profile.organization === organization &&
      profile.is_admin === isAdmin)
  useEffect(() => {
    if (!same) refresh('USER_UPDATED')
  }, [same, refresh])
}
