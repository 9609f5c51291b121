import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** The last query of each administrators' list, by path. Not stored, since searches contain people's names. */
const lastQueries = new Map<string, string>()

/** Remembers the list's query, for links back to it. */
export function useRememberList(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    lastQueries.set(pathname, search)
  }, [pathname, search])
}

/** @returns the address of a list as last shown, with its filters and its page */
export function useLastList(path: string): string {
  return useSyncExternalStore(
    never,
    () => path + (lastQueries.get(path) ?? ''),
    () => path,
  )
}

const never = () => () => {}
