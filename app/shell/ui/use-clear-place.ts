import { useLayoutEffect, useRef } from 'react'

/**
 * Prevents a notice from covering its subject or the focused field: where it would overlap the row or form with the
 * focus, its element gets `data-at="top"`.
 * @param shownAt when the notice was shown; undefined while there is none
 * @returns the ref of the element that contains it
 */
export function useClearPlace(shownAt: number | undefined) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (!element || !shownAt) return
    const moveAway = () => {
      delete element.dataset.at
      const focused = document.activeElement
      if (!focused || focused === document.body || element.contains(focused)) return
      const isOver = (what: Element) => {
        const [notice, about] = [element.getBoundingClientRect(), what.getBoundingClientRect()]
        return about.bottom > notice.top && about.top < notice.bottom
      }
      if (!isOver(focused.closest('tr, li, form') ?? focused)) return
      element.dataset.at = 'top'
      // A tall form lies under both positions, its field under at most one of them.
      if (isOver(focused)) delete element.dataset.at
    }
    moveAway()
    // An answer moves the focus, and the page with it, after its notice is shown.
    let frame = 0
    const later = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(moveAway)
    }
    const stop = new AbortController()
    const options = { signal: stop.signal, passive: true, capture: true }
    addEventListener('focusin', later, options)
    addEventListener('scroll', later, options)
    return () => {
      cancelAnimationFrame(frame)
      stop.abort()
    }
  }, [shownAt])
  return place
}
