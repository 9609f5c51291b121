import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** While a job works on a run, its page reloads this often (ms): an attempt that fails changes no document. */
const interval = 2000

/** Loads a page again and again while a job works on what it shows. */
export function usePolling(isWorking: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isWorking) return
    const timer = setInterval(revalidate, interval)
    return () => clearInterval(timer)
  }, [isWorking, revalidate])
}
