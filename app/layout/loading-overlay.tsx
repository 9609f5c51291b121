import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { useSession } from '../session.tsx'
import style from './loading-overlay.module.css'

/** What is over sooner than this (ms) is not worth a word. */
const patience = 150
/** The page is there already while it is asked who is signed in: only a slow line (ms) makes that worth one. */
const sessionPatience = 1000
/** Once said it stays this long (ms), so that it can be read and does not flicker. */
const leastStay = 300

/**
 * 'Loading...' over the page while any loading flag is set (specification section 2). It lies above the page but lets
 * presses through, so that a quick reader is never held up by it.
 */
export function LoadingOverlay() {
  const { loading, signOutLoading } = useSession()
  const navigation = useNavigation()
  const waiting = signOutLoading || navigation.state !== 'idle'
  const shown = useCalm(loading || waiting, waiting ? patience : sessionPatience)
  return (
    <div role="status" className={style.overlay} data-print="no">
      {shown && <p className={style.words}>Loading...</p>}
    </div>
  )
}

/** @returns `busy`, but never for less than `leastStay` and not before `after` ms are over */
function useCalm(busy: boolean, after: number): boolean {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (busy === shown) return
    const timer = setTimeout(() => setShown(busy), busy ? after : leastStay)
    return () => clearTimeout(timer)
  }, [busy, shown, after])
  return shown
}
