import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * After every navigation, scrolls to the top (specification section 2) and focuses the content, so that keyboards and
 * screen readers start there, too. Focus already inside the content is left alone; the router scrolls to a `#section`.
 * On the browser's Back and Forward, `ScrollRestoration` restores the position.
 */
export function RouteChange() {
  const { pathname, hash } = useLocation()
  const type = useNavigationType()
  const last = useRef(pathname)
  useLayoutEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (hash) return
    if (type !== 'POP') window.scrollTo(0, 0)
    const main = document.getElementById('main')
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
  }, [pathname, hash, type])
  return null
}
