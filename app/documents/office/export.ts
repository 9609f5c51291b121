import { href } from 'react-router'
import type { CsvColumns } from '../../../rules/csv.ts'
import { withQuery } from '../../../rules/url.ts'
import { saveCsv } from '../../shell/office/save-csv.ts'
import { readDocumentQuery, writeDocumentQuery } from '../document-query.ts'
import type { ExportedDocument } from '../server/document-export.ts'

export const documentColumns: CsvColumns<ExportedDocument> = {
  Name: document => document.filename,
  Owner: document => document.owner_name,
  'Owner’s e-mail': document => document.owner_email,
  Fund: document => document.fund_name,
  Category: document => document.category,
  Type: document => document.file_type,
  'Size (bytes)': document => document.file_size,
  'Added (UTC)': document => document.created_at,
  'Added by': document => document.uploader_email,
  Views: document => document.view_count,
  New: document => (document.new_for_office ? 'yes' : 'no'),
  'Delete requested (UTC)': document => document.delete_requested_at,
  'SHA-256': document => document.sha256,
}

/** GET: everyone's documents that match the fields of a `DocumentQuery`, as a CSV file. */
export const loader = saveCsv({
  name: 'documents',
  columns: documentColumns,
  rows: ({ actor, operations }, query) => operations.exportDocuments(actor, readDocumentQuery(query, 'everyone')),
  page: query => withQuery(href('/profile/admin/documents'), writeDocumentQuery(readDocumentQuery(query, 'everyone'))),
})
