import { createContext, use } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { fileAddress } from '../documents/document-kind.ts'

/** Whether the reader was warned about what the open document contains, and expected it. */
const ConfirmedContext = createContext(false)
export const ConfirmedProvider = ConfirmedContext.Provider

/**
 * @returns whether a document may leave our viewer for a program that could run what it contains: at once without marks,
 *   else after the reader has confirmed. `address` is its file's for such a program, and `download` to save it
 */
export function useOpenElsewhere(document: PortalDocument): { allowed: boolean; address: string; download: string } {
  const confirmed = use(ConfirmedContext)
  if (!document.marks?.length) {
    return { allowed: true, address: fileAddress(document), download: fileAddress(document, true) }
  }
  const address = `${fileAddress(document)}?confirmed=1`
  return { allowed: confirmed, address, download: `${address}&download=1` }
}
