import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

type Options = {
  count: number
  /** The page it begins at, from 1. */
  first: number
  view: 'vertical' | 'horizontal'
  /** Told when another page is the one that is read. */
  onTurn: (page: number) => void
}

/**
 * Which page of a scrolling strip is read, and turning to another.
 * @param strip its children are the pages
 */
export function useStripPage(strip: RefObject<HTMLElement | null>, { count, first, view, onTurn }: Options) {
  const [current, setCurrent] = useState(first)
  /** The page a turn is on its way to: pressed twice quickly is two pages further. */
  const aim = useRef<number>(undefined)

  const goTo = (page: number, behavior: ScrollBehavior = 'auto') => {
    const target = Math.min(Math.max(page, 1), count)
    aim.current = target === current ? undefined : target
    strip.current?.children[target - 1]?.scrollIntoView({ behavior, block: 'center', inline: 'center' })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the observer lives as long as the strip
  useEffect(() => {
    const root = strip.current
    if (!root || count < 2) return
    let seen = first
    const observer = new IntersectionObserver(
      entries => {
        // Those of two frames may arrive at once: the last one counts.
        const entry = entries.findLast(({ isIntersecting }) => isIntersecting)
        const page = entry ? [...root.children].indexOf(entry.target) + 1 : 0
        if (page < 1 || page === seen) return
        seen = page
        if (page === aim.current) aim.current = undefined
        setCurrent(page)
        onTurn(page)
      },
      // A page is the one that crosses the middle of the window.
      { root, rootMargin: '-50% -50% -50% -50%' },
    )
    for (const page of root.children) observer.observe(page)
    return () => observer.disconnect()
  }, [view])

  // Whichever way the strip runs, the page being read stays in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the strip turns
  useLayoutEffect(() => goTo(current), [view])

  return {
    current,
    /** The page a next turn counts from. */
    place: () => aim.current ?? current,
    goTo,
    /** A reader who scrolls by hand goes somewhere else. */
    letGo: () => {
      aim.current = undefined
    },
  }
}
