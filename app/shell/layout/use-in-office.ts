import { useMatches } from 'react-router'

/** @returns whether the page is part of the office, which has its own frame; see `office-layout.tsx` */
export function useInOffice(): boolean {
  return useMatches().some(({ id }) => id === 'shell/office/office-layout')
}
