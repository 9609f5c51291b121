import { useEffect } from 'react'
import type { Actor } from '../../server/access/actor.ts'
import { useSession } from '../session.tsx'

/**
 * Refreshes the session when the page's data about the signed-in user differs from it, because an administrator changed
 * their name or made them an administrator. The header and the other tabs then show the same.
 */
export function useProfileSync({ email, fullName, organization, isAdmin }: Actor): void {
  const { profile, refresh } = useSession()
  const inSync =
    !profile ||
    (profile.email === email &&
      profile.full_name === fullName &&
      profile.organization === organization &&
      profile.is_admin === isAdmin)
  useEffect(() => {
    if (!inSync) refresh('USER_UPDATED')
  }, [inSync, refresh])
}
