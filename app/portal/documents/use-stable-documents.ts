import { useMemo, useRef } from 'react'
import { type PackedRows, unpackRows } from '../../../rules/packed-rows.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'

/**
 * Each reload of a list makes all of its documents new objects.
 * @returns the documents, with those that haven't changed as the same objects as before, so their rows don't re-render
 */
export function useStableDocuments(packed: PackedRows<PortalDocument>): PortalDocument[] {
  const last = useRef<PortalDocument[]>([])
  return useMemo(() => {
    const rows = unpackRows(packed)
    // The server, and a page that has just been opened, has none from before to compare with.
    if (last.current.length === 0) {
      last.current = rows
      return rows
    }
    const previous = new Map(last.current.map(document => [JSON.stringify(document), document]))
    last.current = rows.map(document => previous.get(JSON.stringify(document)) ?? document)
    return last.current
  }, [packed])
}
