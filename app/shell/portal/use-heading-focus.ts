import { type RefObject, useEffect, useRef } from 'react'

/**
 * Where a form is gone once it has been sent, the focus goes to the heading of what comes next rather than to the top of the
 * page. It stays where it is while the reader is at something else.
 * @param shown changes with what the heading says
 * @returns a ref for the heading, which has the tabIndex -1
 */
export function useHeadingFocus(shown: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus()
  }, [shown])
  return heading
}
