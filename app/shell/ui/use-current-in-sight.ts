import { useEffect, useRef } from 'react'

/**
 * Scrolls a row of links or tabs sideways until the current one is visible.
 * @param current changes with the current one
 * @returns the ref of the row
 */
export function useCurrentInSight<Row extends HTMLElement>(current: string) {
  const row = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another element is the current one
  useEffect(() => {
    const element = row.current
    const chosen = element?.querySelector<HTMLElement>('[aria-current], [aria-selected=true]')
    if (element && chosen) element.scrollLeft = chosen.offsetLeft - (element.clientWidth - chosen.offsetWidth) / 2
  }, [current])
  return row
}
