import { useRef } from 'react'
import { href, useMatch, useSearchParams } from 'react-router'
import type { Actor } from '../../server/access/actor.ts'

/**
 * Whose documents an administrator is managing, on any tab: only choosing someone else, and confirming it, changes that
 * (specification section 4). The other tabs carry it in their address as `user`, so that it survives a reload; lists of
 * the Admin tab whose address leaves it out don't change it.
 * @returns the person's id; undefined for the administrator's own documents
 */
export function useManagedPerson(me: Actor): string | undefined {
  const atHome = useMatch(href('/profile'))
  const person = useMatch('/profile/admin/people/:id')
  const [query] = useSearchParams()
  const last = useRef<string>(undefined)
  if (atHome) last.current = undefined
  else last.current = person?.params.id ?? query.get('user') ?? last.current
  return me.isAdmin && last.current !== me.id ? last.current : undefined
}
