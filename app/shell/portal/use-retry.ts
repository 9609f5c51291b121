import { useEffect } from 'react'

/** Delay (ms) before a retry. */
const wait = 3000

/**
 * Retries as long as something fails.
 * @param failed a new object for each failure; undefined once it has succeeded
 * @param again a stable function
 */
export function useRetry(failed: object | undefined, again: () => void): void {
  useEffect(() => {
    if (!failed) return
    const timer = setTimeout(again, wait)
    return () => clearTimeout(timer)
  }, [failed, again])
}
