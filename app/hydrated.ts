import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** @returns false on the server and in the first picture of it, true once scripts run the page */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
