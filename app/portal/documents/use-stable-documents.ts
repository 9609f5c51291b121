import { useMemo, useRef } from 'react'
import { type PackedRows, unpackRows } from '../../../rules/packed-rows.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'

/**
 * Each reload of a list creates new objects for all of its documents.
 * @returns the documents, reusing the objects of unchanged ones, so their rows don't re-render
 */
export function useStableDocuments(packed: PackedRows<PortalDocument>): PortalDocument[] {
  const last = useRef<PortalDocument[]>([])
  return useMemo(() => {
    const rows = unpackRows(packed)
    // The server, and a page just opened, has no previous ones to compare with.
    if (last.current.length === 0) {
      last.current = rows
      return rows
    }
    const previous = new Map(last.current.map(document => [JSON.stringify(document), document]))
    last.current = rows.map(document => previous.get(JSON.stringify(document)) ?? document)
    return last.current
  }, [packed])
}
