import { useSyncExternalStore } from 'react'

/** Hydration happens once, and React renders again on its own then: there is nothing to subscribe to. */
const subscribeToNothing = () => () => {}

/** @returns false on the server and while React hydrates the page, true afterwards */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
