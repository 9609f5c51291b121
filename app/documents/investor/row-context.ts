import { createContext, useContext } from 'react'
import type { PortalDocument } from '../server/documents.ts'

/**
 * Verbs of the controls in nearly every row, by the id of the element with the text. A control is labeled by that
 * element and its document's (`aria-labelledby`): a long list would otherwise repeat each name five times. The ids are
 * short for the same reason.
 */
export const rowVerbs = { s: 'Select', v: 'View', h: 'History', d: 'Download', c: 'CSV of', m: 'More actions for' }

/** Shared by all rows of a list. A stable object while the list is mounted, so rows don't re-render. */
export interface RowContextValue {
  /** The address that opens a document over this list, for use in a new tab. */
  addressOf(document: PortalDocument): string
  open(document: PortalDocument): void
  /** The id of the element with a document's name, stable while the list is mounted. */
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
