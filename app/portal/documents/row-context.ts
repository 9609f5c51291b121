import { createContext, useContext } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'

/**
 * What the controls that nearly every row has do, by the id of the element that says it. A control is named by that
 * element and its document's (`aria-labelledby`): a long list would otherwise say each name five times. The ids are
 * short for the same reason.
 */
export const rowVerbs = { s: 'Select', v: 'View', h: 'History', d: 'Download', c: 'CSV of', m: 'More actions for' }

/** What all rows of a list share. The object stays the same while the list is mounted, so rows don't re-render. */
export interface RowContextValue {
  /** The address that opens a document over this list, for use in a new tab. */
  addressOf(document: PortalDocument): string
  open(document: PortalDocument): void
  /** The id of the element with a document's name, the same while the list is mounted. */
  nameId(document: PortalDocument): string
  /** The `aria-labelledby` of a control for a document. */
  label(verb: keyof typeof rowVerbs, document: PortalDocument): string
}

const RowContext = createContext<RowContextValue | undefined>(undefined)
export const RowProvider = RowContext.Provider

export function useRowContext(): RowContextValue {
  const rows = useContext(RowContext)
  if (!rows) throw new Error('useRowContext needs a RowProvider above it')
  return rows
}
