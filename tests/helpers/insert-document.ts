import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type AcceptedExtension, mimeTypes } from '../../app/documents/documents.ts'
import type { Actor } from '../../server/access/actor.ts'
import { storage } from '../../server/storage/storage.ts'
import type { SharedPortal } from './shared-portal.ts'

let timestamp = 1_764_000_000_000

/**
 * Inserts a document directly: its row with the owner's connection, its file in the portal's storage. For tests about
 * later events than the upload.
 */
export async function givenDocument(
  portal: SharedPortal,
  owner: Actor,
  {
    filename = 'Promissory note.pdf',
    content = '%PDF-1.4 a note',
    uploadedBy = owner,
  }: { filename?: string; content?: string | Buffer; uploadedBy?: Actor } = {},
): Promise<{ id: string; content: Buffer }> {
  const bytes = Buffer.from(content)
  const type = filename.split('.').at(-1) as AcceptedExtension
  const path = `${owner.id}/${timestamp++}.${type}`
  await (portal.config.storage ? storage().put(path, new Blob([bytes]).stream()) : writeToFolder(portal, path, bytes))
  const { rows } = await portal.owner.query(
    `insert into documents (user_id, uploaded_by, filename, file_path, file_size, mime_type, sha256, file_type)
    values ($1, $8, $2, $3, $4, $5, $6, $7) returning id`,
    [
      owner.id,
      filename,
      path,
      bytes.length,
      mimeTypes[type],
      createHash('sha256').update(bytes).digest('hex'),
      type,
      uploadedBy.id,
    ],
  )
  return { id: rows[0].id, content: bytes }
}

/** Not flushed to disk, because some tests insert many. */
async function writeToFolder(portal: SharedPortal, path: string, bytes: Buffer): Promise<void> {
  const file = join(portal.dataDir, 'files', path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, bytes)
}
