import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** What the administrators' lists last showed, by path. Only for this page's life: searches contain people's names. */
const lastQueries = new Map<string, string>()

/** Remembers what the address asks of a list, for the links that lead back to it. */
export function useRememberList(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    lastQueries.set(pathname, search)
  }, [pathname, search])
}

/** @returns the address of a list as it was last shown, with its filters and its page */
export function useLastList(path: string): string {
  return useSyncExternalStore(
    never,
    () => path + (lastQueries.get(path) ?? ''),
    () => path,
  )
}

const never = () => () => {}
