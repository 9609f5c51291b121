import { signingLinkType } from '../../../rules/documents.ts'
import { urlOf } from '../../../rules/url.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'

/** How the viewer shows a document: page by page, as a picture, as a text, as a file to download, or as a signing link. */
export type Showing = 'pdf' | 'picture' | 'text' | 'file' | 'link'

export function showing({ file_type, is_external_link }: PortalDocument): Showing {
  if (is_external_link || file_type === signingLinkType) return 'link'
  if (file_type === 'pdf') return 'pdf'
  if (file_type === 'txt') return 'text'
  return file_type === 'jpg' || file_type === 'jpeg' || file_type === 'png' ? 'picture' : 'file'
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
  return (external_url && urlOf(external_url)?.host) || 'another site'
}
