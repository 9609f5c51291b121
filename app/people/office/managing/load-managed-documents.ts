/* In two steps like `on-demand.tsx`, so that an investor's scripts don't include the names of administrators' files. */

/** @returns an administrator's list of documents; see `managing/managed-documents.tsx` */
export async function loadManagedDocuments() {
  const { ManagedDocuments } = await import('./managed-documents.tsx')
  return { default: ManagedDocuments }
}
