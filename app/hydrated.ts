import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** @returns false on the server and while React hydrates the page, true afterwards */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
