import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../session.tsx'

/**
 * Signs out from a menu and then goes to the home page (specification section 2).
 * @returns `leave` signs out; `error` is why that failed, until `dismiss` is called
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
