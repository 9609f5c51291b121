import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After every change of page: to its top (specification section 2), and focus to its content, so that a keyboard and a
 * screen reader start there too. A place the page gave focus to keeps it; a `#part` is scrolled to by the router.
 * Stands after `ScrollRestoration`, which would otherwise have the last word on the way back.
 */
export function RouteChange() {
  const { pathname, hash } = useLocation()
  const last = useRef(pathname)
  useLayoutEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (hash) return
    window.scrollTo(0, 0)
    const main = document.getElementById('main')
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
  }, [pathname, hash])
  return null
}
