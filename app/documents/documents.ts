/** Accepted types, names and groups of documents (specification sections 3, 5 and 9). */

/** Specification section 5: accepted extensions, in its order. */
export const acceptedExtensions = ['pdf', 'doc', 'docx', 'jpg', 'jpeg', 'png', 'stl', 'txt'] as const
export type AcceptedExtension = (typeof acceptedExtensions)[number]

/** File type that only the portal makes: a statement's figures as a table. */
export type MadeFileType = 'csv'
/** Of a document with a file. */
export type FileType = AcceptedExtension | MadeFileType

/** The MIME type that each file type is stored and served with. */
export const mimeTypes: Record<FileType, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  stl: 'model/stl',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

/** Specification section 3: `file_type` of a signing link, and its `mime_type` (section 7). */
export const signingLinkType = 'docusign'
export const signingLinkMime = 'application/docusign'

/** Specification section 9: default fund name. */
export const defaultFundName = 'General'
/** Specification section 1 has the first; the others belong to funds that manage notes here. */
export const documentCategories = [
  'Investment Documents',
  'Statements',
  'Tax',
  'Agreements',
  'Accreditation',
  'Notices',
] as const
export type DocumentCategory = (typeof documentCategories)[number]
/** Categories to which an administrator may add a file or link alone: a notice is delivered, which needs approval. */
export const singleHandedCategories: readonly DocumentCategory[] = documentCategories.filter(name => name !== 'Notices')
export const defaultCategory: DocumentCategory = 'Investment Documents'

/** Specification section 3: states of a delete request. */
export const deleteRequestStates = ['pending', 'approved', 'rejected'] as const

/** An administrator's decision about a delete request. */
export type DeleteDecision = 'approved' | 'rejected'

/** @returns a document's title: 'Statement, Jul–Sep 2026' without '.pdf' */
export function titleOf(filename: string): string {
  const extension = acceptedExtension(filename)
  return extension ? filename.slice(0, -extension.length - 1) : filename
}

/**
 * @param filename a file's name
 * @returns its extension in lower case if it is an accepted one, else undefined
 */
export function acceptedExtension(filename: string): AcceptedExtension | undefined {
  const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase()
  return acceptedExtensions.find(accepted => accepted === extension)
}
