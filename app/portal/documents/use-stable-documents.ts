import { useMemo, useRef } from 'react'
import { type DocumentRows, decodeDocuments } from '../../../rules/document-rows.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'

/**
 * Reads the documents of a list. Each reload makes all of them new objects.
 * @returns the documents, with those that haven't changed as the same objects as before, so their rows don't re-render
 */
export function useStableDocuments(rows: DocumentRows): PortalDocument[] {
  const last = useRef<PortalDocument[]>([])
  return useMemo(() => {
    const previous = new Map(last.current.map(document => [JSON.stringify(document), document]))
    last.current = decodeDocuments<PortalDocument>(rows).map(
      document => previous.get(JSON.stringify(document)) ?? document,
    )
    return last.current
  }, [rows])
}
