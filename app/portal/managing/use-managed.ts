import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { ProfileData } from '../profile-data.ts'

/**
 * Whom an administrator manages, on whichever tab: only the chooser, and its question, ends that (specification section
 * 4). The address says it, so that it outlives a reload; lists of the administrators' tab that leave it out do not
 * change it.
 * @returns their id; undefined for one's own documents
 */
export function useManaged({ me, shown }: ProfileData): string | undefined {
  const [query] = useSearchParams()
  const last = useRef<string>(undefined)
  if (shown.tab === 'documents') last.current = shown.person.id
  else last.current = query.get('user') ?? last.current
  return me.isAdmin && last.current !== me.id ? last.current : undefined
}
