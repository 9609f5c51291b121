import type { PortalDocument } from '../../../../../server/documents/documents.ts'
import { DownloadFrame } from '../../../documents/download-frame.tsx'
import { DocumentPanel } from '../../../viewer/document-panel.tsx'
import style from './review.module.css'

/** The document beside the checklist, as the viewer shows it. */
export function EvidenceDocument({ document }: { document: PortalDocument }) {
  return (
    <DownloadFrame className={style.document} onRefusal={() => {}}>
      <DocumentPanel document={document} />
    </DownloadFrame>
  )
}
