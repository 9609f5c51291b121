import { useRef } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'

/**
 * Each time a list is read anew all its documents are new objects.
 * @returns them, but those that have not changed as the objects they were before: their rows need not be drawn anew
 */
export function useStableDocuments(documents: PortalDocument[]): PortalDocument[] {
  const before = useRef<{ given: PortalDocument[]; kept: PortalDocument[] }>({ given: [], kept: [] })
  if (before.current.given !== documents) {
    const known = new Map(before.current.kept.map(document => [document.id, document]))
    const kept = documents.map(document => {
      const old = known.get(document.id)
      return old && isSame(old, document) ? old : document
    })
    before.current = { given: documents, kept }
  }
  return before.current.kept
}

function isSame(one: PortalDocument, other: PortalDocument): boolean {
  const columns = Object.keys(other) as (keyof PortalDocument)[]
  return columns.every(column => {
    const [a, b] = [one[column], other[column]]
    return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b
  })
}
