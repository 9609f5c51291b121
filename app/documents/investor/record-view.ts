import { href } from 'react-router'
/** @returns the address where a document's views are counted (POST) and listed (GET) */
export function viewsAddress(documentId: string): string {
  return href('/profile/documents/:id/views', { id: documentId })
}

/** Counts one view, even if the page is left at the same moment. The document opens even if this fails. */
export async function recordView(documentId: string): Promise<void> {
  try {
    await fetch(viewsAddress(documentId), { method: 'POST', keepalive: true })
  } catch (error) {
    console.error('This view could not be counted', error)
  }
}
