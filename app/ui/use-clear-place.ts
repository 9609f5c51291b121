import { useLayoutEffect, useRef } from 'react'

/**
 * Keeps a notice from covering what it speaks of, and the field that has the focus while it is shown: where it would lie over
 * the row or form with the focus, its element gets `data-at="top"`.
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
      // A tall form lies under both places, and its field under one of them at most.
      if (isOver(focused)) delete element.dataset.at
    }
    moveAway()
    // An answer moves the focus after its notice is shown, and the page with it.
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
