import { useEffect } from 'react'
import { DownloadFrame } from '../../../documents/investor/download-frame.tsx'
import { recordView } from '../../../documents/investor/record-view.ts'
import type { PortalDocument } from '../../../documents/server/documents.ts'
import { DocumentPanel } from '../../../viewer/investor/document-panel.tsx'
import style from './review.module.css'

export type EvidenceProps = {
  document: PortalDocument
  /** Whether it counts as viewed. An approver's reading doesn't; it is in the log. */
  isCounted?: boolean
}

/** The document beside the checklist, as the viewer shows it: who reviews has opened it then. */
export function EvidenceDocument({ document, isCounted = true }: EvidenceProps) {
  useEffect(() => {
    if (isCounted) recordView(document.id)
  }, [document.id, isCounted])
  return (
    <DownloadFrame className={`stack sunk line-around ${style.document}`} onRefusal={() => {}}>
      <DocumentPanel document={document} />
    </DownloadFrame>
  )
}
