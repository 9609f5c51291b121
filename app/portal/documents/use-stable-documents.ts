import { useMemo, useRef } from 'react'
import { type DocumentRows, decodeDocuments } from '../../../rules/document-rows.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'

const contentOf: (document: PortalDocument) => string = JSON.stringify

/**
 * Reads the documents of a list. Each reload makes all of them new objects.
 * @returns the documents, with those that haven't changed as the same objects as before, so their rows don't re-render
 */
export function useStableDocuments(rows: DocumentRows): PortalDocument[] {
  const last = useRef<PortalDocument[]>([])
  return useMemo(() => {
    const previous = new Map(last.current.map(document => [contentOf(document), document]))
    last.current = decodeDocuments<PortalDocument>(rows).map(document => previous.get(contentOf(document)) ?? document)
    return last.current
  }, [rows])
}
