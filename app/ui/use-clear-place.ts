import { useLayoutEffect, useRef } from 'react'

/**
 * Keeps a notice from covering what it speaks of: if it would lie over the row or form in which something was just
 * pressed, its element gets `data-at="top"`.
 * @param shownAt when the notice was shown; undefined while there is none
 * @returns the ref of the element that contains it
 */
export function useClearPlace(shownAt: number | undefined) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (!element || !shownAt) return
    delete element.dataset.at
    const pressed = document.activeElement
    const subject = pressed?.closest('tr, li, form') ?? pressed
    if (!subject || subject === document.body) return
    const [notice, about] = [element.getBoundingClientRect(), subject.getBoundingClientRect()]
    if (about.bottom > notice.top && about.top < notice.bottom) element.dataset.at = 'top'
  }, [shownAt])
  return place
}
