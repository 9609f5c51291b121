import { useRef } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'

/**
 * Each reload makes all documents of a list new objects.
 * @returns the documents, with those that haven't changed as the same objects as before, so their rows don't re-render
 */
export function useStableDocuments(documents: PortalDocument[]): PortalDocument[] {
  const last = useRef<{ loaded: PortalDocument[]; stable: PortalDocument[] }>({ loaded: [], stable: [] })
  if (last.current.loaded !== documents) {
    const previous = new Map(last.current.stable.map(document => [document.id, document]))
    const stable = documents.map(document => {
      const old = previous.get(document.id)
      return old && isSame(old, document) ? old : document
    })
    last.current = { loaded: documents, stable }
  }
  return last.current.stable
}

function isSame(one: PortalDocument, other: PortalDocument): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
