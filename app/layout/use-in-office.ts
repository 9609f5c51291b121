import { useMatches } from 'react-router'

/** @returns whether the page is one of the office, which has a frame of its own; see `portal/admin/office-layout.tsx` */
export function useInOffice(): boolean {
  return useMatches().some(({ id }) => id === 'portal/admin/office-layout')
}
