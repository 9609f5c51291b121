import { createContext, use } from 'react'
import { fileAddress, maySave } from '../../documents/investor/document-kind.ts'
import type { PortalDocument } from '../../documents/server/documents.ts'

/** Whether the reader has confirmed the warning about the open document's content. */
const ConfirmedContext = createContext(false)
export const ConfirmedProvider = ConfirmedContext.Provider

/**
 * @returns whether another program may open a document, which could save it or run its content: at once without marks,
 *   else after the reader has confirmed; never for a view-only delegate. `address` is the file's for such a program
 */
export function useOpenElsewhere(document: PortalDocument): { allowed: boolean; address: string; download: string } {
  const confirmed = use(ConfirmedContext)
  if (!document.marks?.length || !maySave(document)) {
    return { allowed: maySave(document), address: fileAddress(document), download: fileAddress(document, true) }
  }
  const address = `${fileAddress(document)}?confirmed=1`
  return { allowed: confirmed, address, download: `${address}&download=1` }
}
