import { useRef } from 'react'
import { type DocumentRows, decodeDocuments } from '../../../rules/document-rows.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'

/**
 * Reads the documents of a list. Each reload makes all of them new objects.
 * @param owner whose list it is
 * @returns the documents, with those that haven't changed as the same objects as before, so their rows don't re-render
 */
export function useStableDocuments(rows: DocumentRows, owner: string): PortalDocument[] {
  const last = useRef<{ rows: DocumentRows; stable: PortalDocument[] }>({ rows: '[]', stable: [] })
  if (last.current.rows !== rows) {
    const previous = new Map(last.current.stable.map(document => [document.id, document]))
    const stable = decodeDocuments<PortalDocument>(rows, owner).map(document => {
      const old = previous.get(document.id)
      return old && isSame(old, document) ? old : document
    })
    last.current = { rows, stable }
  }
  return last.current.stable
}

function isSame(one: PortalDocument, other: PortalDocument): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
