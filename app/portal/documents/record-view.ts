/** @returns where a document's views are counted (POST) and listed (GET) */
export function viewsAddress(documentId: string): string {
  return `/profile/documents/${documentId}/views`
}

/** Counts one view, also when the page is left at the same moment. Failing costs a count, never the document. */
export async function recordView(documentId: string): Promise<void> {
  try {
    await fetch(viewsAddress(documentId), { method: 'POST', keepalive: true })
  } catch (error) {
    console.error('This view could not be counted', error)
  }
}
