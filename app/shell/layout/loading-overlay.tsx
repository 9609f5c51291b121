import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { useSession } from '../session.tsx'
import style from './loading-overlay.module.css'

/** Loading that ends sooner than this (ms) shows nothing. */
const showAfter = 150
/** The same while the session loads: the page is usable meanwhile, so only a slow connection deserves a message. */
const showAfterForSession = 1000
/** Minimum time (ms) on screen, so that it can be read and doesn't flicker. */
const minVisible = 300

/**
 * 'Loading...' over the page while any loading flag is set (specification section 2). Clicks pass through it to the
 * page.
 */
export function LoadingOverlay() {
  const { loading, signOutLoading } = useSession()
  const navigation = useNavigation()
  const waiting = signOutLoading || navigation.state !== 'idle'
  const shown = useSteady(loading || waiting, waiting ? showAfter : showAfterForSession)
  return (
    <div role="status" className={style.overlay} data-print="no">
      {shown && <p className={style.words}>Loading...</p>}
    </div>
  )
}

/** @returns `busy`, delayed by `after` ms, and true for at least `minVisible` */
function useSteady(busy: boolean, after: number): boolean {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (busy === shown) return
    const timer = setTimeout(() => setShown(busy), busy ? after : minVisible)
    return () => clearTimeout(timer)
  }, [busy, shown, after])
  return shown
}
