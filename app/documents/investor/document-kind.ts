import { urlOf, withQuery } from '../../../rules/url.ts'
import { signingLinkType } from '../documents.ts'
import type { PortalDocument } from '../server/documents.ts'

/** How the viewer displays a document: pages, a picture, text, a file to download, or a signing link. */
export type DisplayKind = 'pdf' | 'picture' | 'text' | 'file' | 'link'

export function displayKind({ file_type, is_external_link }: PortalDocument): DisplayKind {
  if (is_external_link || file_type === signingLinkType) return 'link'
  if (file_type === 'pdf') return 'pdf'
  if (file_type === 'txt' || file_type === 'csv') return 'text'
  return file_type === 'jpg' || file_type === 'jpeg' || file_type === 'png' ? 'picture' : 'file'
}

/** @returns 'PDF', 'JPG' …, or 'Signing link' */
export function kindName(document: PortalDocument): string {
  return displayKind(document) === 'link' ? 'Signing link' : document.file_type.toUpperCase()
}

/** @returns whether a document's file can't be opened: its malware check is pending, or found malware */
export function isHeld({ check_state }: PortalDocument): boolean {
  return check_state === 'waiting' || check_state === 'infected'
}

/** @returns whether its owner hasn't opened a file added by someone else. Signing links count as signed instead */
export function isUnread(document: PortalDocument): boolean {
  const { read_at, user_id, uploaded_by } = document
  return read_at === null && uploaded_by !== user_id && displayKind(document) !== 'link'
}

/** @returns whether its reader may save a document: everyone but a view-only delegate */
export function maySave({ share }: Pick<PortalDocument, 'share'>): boolean {
  return share?.mayDownload !== false
}

/** @returns the address of a document's file; with `download` the browser saves it instead of showing it */
export function fileAddress({ id, address }: PortalDocument, download = false): string {
  if (address) return withQuery(address, { download: download ? '1' : undefined })
  return download ? downloadAddress(id) : `/files/${id}`
}

/** @returns the address at which the browser saves a document's file */
export function downloadAddress(documentId: string): string {
  return `/files/${documentId}?download=1`
}

/** @returns a signing link's host, shown before it is followed */
export function linkHost({ external_url }: PortalDocument): string {
  return (external_url && urlOf(external_url)?.host) || 'another site'
}

/** @returns the label of the button that opens a signing link: only its owner signs, and only once */
export function signLabel(
  { signing_state, user_id }: Pick<PortalDocument, 'signing_state' | 'user_id'>,
  reader: { id: string },
): string {
  const isSigned = signing_state === 'said_signed' || signing_state === 'confirmed'
  return isSigned || user_id !== reader.id ? 'Open' : 'Review and sign'
}
