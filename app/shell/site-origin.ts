import { createContext, useContext } from 'react'
import { originPlaceholder } from '../../rules/origin.ts'

/** The site's origin as this visitor sees it, provided by the server; a browser reads it from its own address. */
export const OriginContext = createContext<string | undefined>(undefined)

/**
 * @returns the site's origin, such as 'https://fund.example', for the few addresses that must be absolute; a
 *   placeholder in prerendered pages (`rules/origin.ts`)
 */
export function useOrigin(): string {
  const provided = useContext(OriginContext)
  return provided ?? (typeof window === 'undefined' ? originPlaceholder : window.location.origin)
}
