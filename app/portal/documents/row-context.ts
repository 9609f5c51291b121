import { createContext, useContext } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'

/** What all rows of a list share. The same object as long as the list is there, so that rows need not be rendered again. */
export interface Rows {
  /** The address that opens a document over this list, for a tab of its own. */
  addressOf(document: PortalDocument): string
  open(document: PortalDocument): void
}

const RowsContext = createContext<Rows | undefined>(undefined)
export const RowsProvider = RowsContext.Provider

export function useRows(): Rows {
  const rows = useContext(RowsContext)
  if (!rows) throw new Error('useRows needs a RowsProvider above it')
  return rows
}
