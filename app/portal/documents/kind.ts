import { signingLinkType } from '../../../rules/documents.ts'
import type { PortalDocument } from '../../../server/documents.ts'

/** How the viewer shows a document: in a frame, as a picture, as a download, or at the signing service. */
export type Showing = 'frame' | 'picture' | 'download' | 'link'

export function showing({ file_type, is_external_link }: PortalDocument): Showing {
  if (is_external_link || file_type === signingLinkType) return 'link'
  if (file_type === 'pdf') return 'frame'
  return file_type === 'jpg' || file_type === 'jpeg' || file_type === 'png' ? 'picture' : 'download'
}

/** @returns 'PDF', 'JPG' …, or 'Signing link' */
export function kindName(document: PortalDocument): string {
  return showing(document) === 'link' ? 'Signing link' : document.file_type.toUpperCase()
}

/** @returns where a document's file is read; with `download` it is saved under its name instead of shown */
export function fileAddress({ id }: PortalDocument, download = false): string {
  return `/files/${id}${download ? '?download=1' : ''}`
}

/** @returns the host a signing link leads to, for somebody who wants to know before they go */
export function linkHost({ external_url }: PortalDocument): string {
  return external_url && URL.canParse(external_url) ? new URL(external_url).host : 'another site'
}
