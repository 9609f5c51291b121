import { createContext, use } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { fileAddress, maySave } from '../documents/document-kind.ts'

/** Whether the reader was warned about what the open document contains, and expected it. */
const ConfirmedContext = createContext(false)
export const ConfirmedProvider = ConfirmedContext.Provider

/**
 * @returns whether a document may leave our viewer for a program that saves it, or could run what it contains: at once
 *   without marks, else after the reader has confirmed; never for a delegate who may only look. `address` is its file's for such a program, and `download` to save it
 */
export function useOpenElsewhere(document: PortalDocument): { allowed: boolean; address: string; download: string } {
  const confirmed = use(ConfirmedContext)
  if (!document.marks?.length || !maySave(document)) {
    return { allowed: maySave(document), address: fileAddress(document), download: fileAddress(document, true) }
  }
  const address = `${fileAddress(document)}?confirmed=1`
  return { allowed: confirmed, address, download: `${address}&download=1` }
}
