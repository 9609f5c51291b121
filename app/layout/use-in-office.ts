import { useMatches } from 'react-router'

/** @returns whether the page is part of the office, which has its own frame; see `portal/admin/office-layout.tsx` */
export function useInOffice(): boolean {
  return useMatches().some(({ id }) => id === 'portal/admin/office-layout')
}
