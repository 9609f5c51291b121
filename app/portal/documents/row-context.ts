import { createContext, useContext } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'

/** What all rows of a list share. The object stays the same while the list is mounted, so rows don't re-render. */
export interface RowContextValue {
  /** The address that opens a document over this list, for use in a new tab. */
  addressOf(document: PortalDocument): string
  open(document: PortalDocument): void
}

const RowContext = createContext<RowContextValue | undefined>(undefined)
export const RowProvider = RowContext.Provider

export function useRowContext(): RowContextValue {
  const rows = useContext(RowContext)
  if (!rows) throw new Error('useRowContext needs a RowProvider above it')
  return rows
}
