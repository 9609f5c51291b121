import { useRef, useSyncExternalStore } from 'react'
import { href, useMatch, useSearchParams } from 'react-router'
import type { Actor } from '../../../server/access/actor.ts'

let managed: string | undefined
const listeners = new Set<() => void>()

/**
 * Sets the person whose documents an administrator manages in this tab, until the page is reloaded. Only after a
 * confirmation (specification section 4).
 * @param person their id; undefined for the administrator's own
 */
export function manage(person: string | undefined): void {
  managed = person
  for (const listener of listeners) listener()
}

/** @returns the id of the person whose documents an administrator has confirmed to manage in this tab */
export function useConfirmedPerson(): string | undefined {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => managed,
    () => undefined,
  )
}

/**
 * The person whose documents an administrator manages, on any tab: only a confirmed choice of someone else changes that
 * (specification section 4). The other tabs carry it in their address as `user`; lists of the Admin tab without it
 * don't change it.
 * @returns the person's id; undefined for the administrator's own documents
 */
export function useManagedPerson(me: Actor): string | undefined {
  const atHome = useMatch(href('/profile'))
  const [query] = useSearchParams()
  const confirmed = useConfirmedPerson()
  const last = useRef<string>(undefined)
  last.current = atHome ? undefined : (confirmed ?? query.get('user') ?? last.current)
  return me.isAdmin && last.current !== me.id ? last.current : undefined
}
