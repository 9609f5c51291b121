import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../session.tsx'

/**
 * Signing out from a menu, after which the person is at home (specification section 2).
 * @param close closes the menu
 * @returns `leave` does it; `error` is what went wrong, until `dismiss`
 */
export function useMenuSignOut(close: () => void) {
  const { signOut } = useSession()
  const navigate = useNavigate()
  const [error, setError] = useState<string | null>(null)
  const leave = async () => {
    const result = await signOut('local')
    setError(result.error)
    if (result.error) return
    close()
    navigate('/')
  }
  return { leave, error, dismiss: () => setError(null) }
}
