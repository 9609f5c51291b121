import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

type Options = {
  count: number
  /** The page to start with, from 1. */
  first: number
  view: 'vertical' | 'horizontal'
  /** Called when another page becomes the current one. */
  onTurn: (page: number) => void
}

/**
 * The current page of a scrolling strip, and turning to another one.
 * @param strip its children are the pages
 */
export function useStripPage(strip: RefObject<HTMLElement | null>, { count, first, view, onTurn }: Options) {
  const [current, setCurrent] = useState(first)
  /** The page that a turn is scrolling to, so that two quick clicks go two pages further. */
  const target = useRef<number>(undefined)

  const goTo = (page: number, behavior: ScrollBehavior = 'auto') => {
    const valid = Math.min(Math.max(page, 1), count)
    target.current = valid === current ? undefined : valid
    strip.current?.children[valid - 1]?.scrollIntoView({ behavior, block: 'center', inline: 'center' })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the observer lives as long as the strip
  useEffect(() => {
    const root = strip.current
    if (!root || count < 2) return
    let seen = first
    const observer = new IntersectionObserver(
      entries => {
        // The entries of several frames may arrive at once: the last one counts.
        const entry = entries.findLast(({ isIntersecting }) => isIntersecting)
        const page = entry ? [...root.children].indexOf(entry.target) + 1 : 0
        if (page < 1 || page === seen) return
        seen = page
        if (page === target.current) target.current = undefined
        setCurrent(page)
        onTurn(page)
      },
      // The current page is the one in the middle of the strip.
      { root, rootMargin: '-50% -50% -50% -50%' },
    )
    for (const page of root.children) observer.observe(page)
    return () => observer.disconnect()
  }, [view])

  // The current page stays in view when the strip changes its direction.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the view changes
  useLayoutEffect(() => goTo(current), [view])

  return {
    current,
    /** @returns the page that a turn is scrolling to, otherwise the current one: the next turn counts from there */
    target: () => target.current ?? current,
    goTo,
    /** Forgets the turn, for example because the reader scrolls somewhere else. */
    cancel: () => {
      target.current = undefined
    },
  }
}
