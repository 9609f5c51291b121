import { unpackRows } from '../../rules/packed-rows.ts'
import { findDocuments } from '../../server/documents/document-search.ts'

/** As `findDocuments`, with the rows unpacked. */
export async function foundDocuments(...requested: Parameters<typeof findDocuments>) {
  const { rows, ...counts } = await findDocuments(...requested)
  return { ...counts, rows: unpackRows(rows) }
}
