import { createContext, useContext } from 'react'
import { unknownOrigin } from '../rules/origin.ts'

/** The site's origin as this visitor sees it. The server provides it; a browser knows it itself. */
export const OriginContext = createContext<string | undefined>(undefined)

/** @returns such as 'https://larkstone.example', for the few addresses that must be complete */
export function useOrigin(): string {
  const given = useContext(OriginContext)
  return given ?? (typeof window === 'undefined' ? unknownOrigin : window.location.origin)
}
