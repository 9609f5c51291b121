import type { CsvColumns } from '../../../rules/csv.ts'
import type { DocumentAccess } from '../server/export-accesses.ts'

/** What was served of a run's documents. A document that was never served has a line without a person. */
export const accessColumns: CsvColumns<DocumentAccess> = {
  Document: row => row.filename,
  'Served to': row => row.person ?? 'No one: never opened',
  'E-mail': row => row.email,
  Office: row => (row.isOffice ? 'yes' : ''),
  How: row => row.how,
  'First byte asked': row => row.firstByte,
  'Last byte asked': row => row.lastByte,
  'Bytes sent': row => row.sent,
  Began: row => row.begunAt,
  Ended: row => row.endedAt,
  'IP address': row => row.ip,
  Browser: row => row.userAgent,
  'SHA-256': row => row.sha256,
  'Document id': row => row.documentId,
}
