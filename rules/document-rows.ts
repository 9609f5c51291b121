/*
 * How the documents of a list travel: as JSON that the database writes and nothing parses before the page shows them.
 * Each is an array of the columns in `always`, then an object with the columns whose values differ from `usual`, or null.
 * Times are milliseconds since 1970.
 */

/** Columns whose values always travel. Where the owner added a document, `uploaded_by` is 0. */
export const always = [
  'id',
  'filename',
  'file_size',
  'file_type',
  'fund_name',
  'view_count',
  'created_at',
  'updated_at',
  'uploaded_by',
] as const

/** The other columns, with the value that most documents have. */
export const usual = {
  mime_type: 'application/pdf',
  category: 'Investment Documents',
  is_external_link: false,
  external_url: null,
  delete_requested_by: null,
  delete_requested_at: null,
  delete_request_status: null,
  check_state: 'unchecked',
  marks: null,
  signing_state: null,
  read_at: null,
  opened_by_others_at: null,
  just_added: false,
} as const

/** Of these columns, the ones that are times. */
export const times: readonly string[] = [
  'created_at',
  'updated_at',
  'delete_requested_at',
  'read_at',
  'opened_by_others_at',
]

/** JSON of documents of one person, see above. */
export type DocumentRows = string

/** @returns the documents as objects, with `owner` as their `user_id` */
export function decodeDocuments<Document>(rows: DocumentRows, owner: string): Document[] {
  return (JSON.parse(rows) as [...unknown[], object | null][]).map(row => {
    const document: Record<string, unknown> = { user_id: owner, ...usual, ...(row[always.length] as object | null) }
    for (const [at, column] of always.entries()) document[column] = row[at]
    if (document.uploaded_by === 0) document.uploaded_by = owner
    for (const column of times) {
      if (document[column] !== null) document[column] = new Date(document[column] as number)
    }
    return document as Document
  })
}
