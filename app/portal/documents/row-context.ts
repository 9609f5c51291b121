import { createContext, useContext } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'

/** What is asked before it is done. */
export type Question = 'request-delete' | 'approve' | 'delete' | 'rename' | 'move'

/** What the rows of a list can have done. The same object as long as the list is there, so that rows need not be drawn anew. */
export interface Rows {
  /** An administrator looks at them. */
  isAdmin: boolean
  /** The address that opens a document over this list, for who wants it in a tab of its own. */
  addressOf(document: PortalDocument): string
  open(document: PortalDocument): void
  ask(what: Question, documents: PortalDocument[]): void
  reject(document: PortalDocument): void
  /** Opens the menu with what else can be done, beside what was pressed. */
  more(document: PortalDocument, opener: HTMLElement): void
}

const RowsContext = createContext<Rows | undefined>(undefined)
export const RowsProvider = RowsContext.Provider

export function useRows(): Rows {
  const rows = useContext(RowsContext)
  if (!rows) throw new Error('rows stand in a list')
  return rows
}
