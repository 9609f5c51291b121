import { useEffect, useRef } from 'react'

/** The first wait (ms) before something is tried again; each further one is twice as long, up to the last. */
const firstWait = 1000
const lastWait = 15_000

/**
 * Tries again for as long as something fails, and at once when the connection is back.
 * @param failed a new object for each failure; undefined once it has succeeded
 */
export function useRetry(failed: object | undefined, again: () => void): void {
  const waits = useRef(0)
  const latest = useRef(again)
  latest.current = again
  useEffect(() => {
    if (!failed) {
      waits.current = 0
      return
    }
    const run = () => latest.current()
    const timer = setTimeout(run, Math.min(firstWait * 2 ** waits.current++, lastWait))
    addEventListener('online', run)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', run)
    }
  }, [failed])
}
