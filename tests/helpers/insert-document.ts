import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Actor } from '../../server/access/actor.ts'
import { addFile, putInStorage } from '../../server/sample/documents.ts'
import type { SharedPortal } from './shared-portal.ts'

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
  const columns = { user_id: owner.id, uploaded_by: uploadedBy.id, filename }
  const store = portal.config.storage || portal.config.vaultKeys ? putInStorage : inFolder(portal.dataDir)
  return { id: await addFile(portal.owner, bytes, columns, store), content: bytes }
}

/** @returns what writes a file without flushing it to disk, because some tests insert many */
export function inFolder(dataDir: string) {
  return async (path: string, content: Uint8Array) => {
    const file = join(dataDir, 'files', path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(file, content)
  }
}
