import { createHash } from 'node:crypto'
import { type AcceptedExtension, mimeTypes } from '../../app/documents/documents.ts'
import { storage } from '../storage/storage.ts'
import {
  asExpressions,
  builderOf,
  type Expressions,
  insertFrom,
  insertRow,
  inTwelveHours,
  type Owner,
  type Row,
} from './rows.ts'

type Document = Partial<Row<'documents'>> & { user_id: string }

/** A file that no one opens. */
const unopened = { file_size: 1000, sha256: '0'.repeat(64) }
const link = {
  file_type: 'docusign',
  mime_type: 'application/docusign',
  file_size: 0,
  is_external_link: true,
  external_url: 'https://sign.example/1',
} as const

/** Of documents, by anyone. */
export const documentViews = builderOf('document_views', { user_email: 'viewer@example.com' })

/** Requests of the fund for a document, open unless fulfilled or withdrawn. */
export const documentRequests = builderOf('document_requests', { name: 'Proof of address' })

/** Files on their way, unfinished until they have a path. */
export const uploads = builderOf('uploads', {
  fund_name: 'General',
  category: 'Notices',
  expires_at: inTwelveHours,
})

/** Milliseconds, in the names of stored files. */
let stamp = 1_764_000_000_000

const typeOf = (filename: string) => filename.split('.').at(-1) as AcceptedExtension

/** Where and as what a file is stored, in a person's folder. */
function storedAs({ user_id, filename, created_at }: { user_id: string; filename: string; created_at?: Date }) {
  const file_type = typeOf(filename)
  const file_path = `${user_id}/${created_at?.getTime() ?? stamp++}.${file_type}`
  return { filename, file_type, file_path, mime_type: mimeTypes[file_type] }
}

/** @returns a file in its owner's folder, uploaded by them, without its bytes */
export function fileRow({ filename = 'Promissory note.pdf', ...columns }: Document): Row<'documents'> {
  const stored = storedAs({ ...columns, filename })
  return { uploaded_by: columns.user_id, ...stored, ...unopened, ...columns }
}

/** @returns a link to a document to sign, in no state yet, as from before there were states */
export function signingLinkRow(columns: Document): Row<'documents'> {
  return { filename: 'To sign', ...link, ...columns }
}

/** @returns a link that the fund has sent to be signed */
export function sentLinkRow(columns: Document): Row<'documents'> {
  return signingLinkRow({ signing_state: 'sent', signing_sent_at: new Date(), ...columns })
}

/** Stores a file and adds its document. @returns the document's id */
export async function addFile(
  owner: Owner,
  content: Uint8Array,
  columns: Document,
  store: (path: string, content: Uint8Array) => Promise<unknown> = putInStorage,
): Promise<string> {
  const row = fileRow({ ...columns, ...measured(content) })
  await store(String(row.file_path), content)
  return insertRow(owner, 'documents', row)
}

export function putInStorage(path: string, content: Uint8Array): Promise<unknown> {
  return storage().put(path, new Blob([new Uint8Array(content)]).stream())
}

function measured(content: Uint8Array) {
  return { file_size: content.length, sha256: createHash('sha256').update(content).digest('hex') }
}

/** @returns a finished upload that an administrator will deliver */
export function uploadRow(
  columns: Partial<Row<'uploads'>> & { id: string; user_id: string; filename: string },
  content?: Uint8Array,
): Row<'uploads'> {
  const { file_type, ...stored } = storedAs(columns)
  return uploads.row({
    ...{ uploaded_by: columns.user_id, for_delivery: true, file_type: file_type as Row<'uploads'>['file_type'] },
    ...stored,
    ...(content ? measured(content) : unopened),
    ...columns,
  })
}

/**
 * @param columns that differ from a PDF that its owner has uploaded
 * @param from rows with a number `n`, which no two of an owner share
 * @returns an insert of files without bytes
 */
export function filesFrom({ user_id, ...columns }: Expressions & { user_id: string }, from: string): string {
  return insertFrom(
    'documents',
    {
      ...{ user_id, uploaded_by: user_id, filename: "'Statement ' || n || '.pdf'" },
      file_path: `${user_id}::text || '/' || (1700000000000 + n) || '.pdf'`,
      ...asExpressions({ ...unopened, file_type: 'pdf', mime_type: mimeTypes.pdf }),
      ...columns,
    },
    from,
  )
}

/** @returns an insert of signing links, as `filesFrom`, in no state */
export function signingLinksFrom(columns: Expressions & { user_id: string; filename: string }, from: string): string {
  return insertFrom('documents', { uploaded_by: columns.user_id, ...asExpressions(link), ...columns }, from)
}
