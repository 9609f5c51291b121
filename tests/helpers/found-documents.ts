import { findDocuments } from '../../app/documents/server/document-search.ts'
import { unpackRows } from '../../rules/packed-rows.ts'

/** As `findDocuments`, with the rows unpacked. */
export async function foundDocuments(...requested: Parameters<typeof findDocuments>) {
  const { rows, ...counts } = await findDocuments(...requested)
  return { ...counts, rows: unpackRows(rows) }
}
