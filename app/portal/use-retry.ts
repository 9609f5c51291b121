import { useEffect } from 'react'

/** How long (ms) until something that failed is tried again. */
const wait = 3000

/**
 * Tries again for as long as something fails.
 * @param failed a new object for each failure; undefined once it has succeeded
 * @param again the same function in every render
 */
export function useRetry(failed: object | undefined, again: () => void): void {
  useEffect(() => {
    if (!failed) return
    const timer = setTimeout(again, wait)
    return () => clearTimeout(timer)
  }, [failed, again])
}
