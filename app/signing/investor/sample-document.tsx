import { DownloadFrame } from '../../documents/investor/download-frame.tsx'
import type { PortalDocument } from '../../documents/server/documents.ts'
import { DocumentPanel } from '../../viewer/investor/document-panel.tsx'
import style from './consent.module.css'

/** A sample in the viewer that documents are read in. */
export function SampleDocument({ address, name }: { address: string; name: string }) {
  return (
    <DownloadFrame className={`stack sunk line-around ${style.sample}`} onRefusal={() => {}}>
      <DocumentPanel document={sampleAt(address, name)} />
    </DownloadFrame>
  )
}

/** It is made on request, and isn't among the documents. */
function sampleAt(address: string, name: string): PortalDocument {
  const made = new Date(0)
  return {
    id: address,
    address,
    user_id: '',
    filename: `${name}.pdf`,
    file_size: 1,
    mime_type: 'application/pdf',
    uploaded_by: null,
    fund_name: '',
    category: 'Agreements',
    is_external_link: false,
    external_url: null,
    file_type: 'pdf',
    view_count: 0,
    created_at: made,
    updated_at: made,
    delete_requested_by: null,
    delete_requested_at: null,
    delete_request_status: null,
    check_state: 'unchecked',
    marks: null,
    signing_state: null,
    read_at: made,
    opened_by_others_at: null,
  }
}
