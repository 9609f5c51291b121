import { type RefObject, useEffect, useRef } from 'react'

/**
 * Calls once when an element comes into view.
 * @param again calls once more when it changes
 */
export function useInView(
  box: RefObject<HTMLElement | null>,
  onInView: (element: HTMLElement, gone: AbortSignal) => Promise<void>,
  again: unknown = undefined,
): void {
  const call = useRef(onInView)
  call.current = onInView
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` calls it once more
  useEffect(() => {
    const element = box.current
    if (!element) return
    const gone = new AbortController()
    const watch = new IntersectionObserver(entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watch.disconnect()
      void call.current(element, gone.signal)
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      gone.abort()
    }
  }, [box, again])
}
