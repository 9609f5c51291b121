import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Selectable, Transaction } from 'kysely'
import { uploadLifetime } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { isOwnerOrAdministrator } from '../access/roles.ts'
import { actAs } from '../database/act-as.ts'
import { isRefusedByDatabase, isUniqueViolation } from '../database/errors.ts'
import type { Database, UploadsTable } from '../database/types.ts'
import { addDocument, isReferencedByDocument, ownerConstraint } from '../documents/stored-files.ts'
import { PortalError } from '../platform/portal-error.ts'
import { storage } from '../storage/storage.ts'
import { detectContentType } from './content-type.ts'
import { withUploadLock } from './upload-lock.ts'
import { partialPath, partialSize, removePartial } from './partial-files.ts'

export type Upload = Selectable<UploadsTable>
type Reserved = Upload & { file_path: string; mime_type: string; sha256: string }

/** @returns an upload of the actor's, or undefined; another person's is as good as none */
export function findUpload(actor: { id: string }, id: string): Promise<Upload | undefined> {
  return actAs(actor, tx =>
    tx.selectFrom('uploads').selectAll().where('id', '=', id).where('uploaded_by', '=', actor.id).executeTakeFirst(),
  )
}

/**
 * Makes the document of an upload whose bytes are all there: looks at them, puts them in storage, writes the rows.
 * It may die at any step and be called again, by several at once; there is one document in the end. The order is
 * what makes that so: a place is reserved, then filled, then referred to.
 * @param actor who announced the upload
 * @returns the document's id; undefined while bytes are missing
 * @throws PortalError NOT_FOUND for an upload that is not there, or not the actor's; FILE_CONTENT for bytes that
 *   are not what the name says, FORBIDDEN for one who is no administrator any more: then nothing of it is kept.
 *   Whatever disk or database report is thrown as it is, and calling again later goes on from there.
 */
export function finishUpload(actor: Actor, id: string): Promise<string | undefined> {
  return withUploadLock(id, async () => {
    const upload = await findUpload(actor, id)
    if (!upload) throw new PortalError('NOT_FOUND')
    if (upload.document_id) return upload.document_id
    const arrived = await partialSize(id)
    if (arrived !== undefined && arrived < upload.file_size) return undefined
    await requireUploadAllowed(actor, upload)
    return await createDocument(actor, arrived === undefined ? await findStored(upload) : await storeFile(actor, upload))
  })
}

/** Removes an upload that made no document: its bytes, wherever they are, then its row. The caller holds its lock. */
export async function discardUpload(actor: { id: string }, upload: Upload): Promise<void> {
  await removePartial(upload.id)
  if (upload.file_path) await storage().delete(upload.file_path)
  await actAs(actor, tx => tx.deleteFrom('uploads').where('id', '=', upload.id).execute())
}

/**
 * Whoever announced a file for somebody else may have lost the right to.
 * @throws PortalError FORBIDDEN then; nothing of the upload is kept. The caller holds its lock.
 */
export async function requireUploadAllowed(actor: Actor, upload: Upload): Promise<void> {
  if (isOwnerOrAdministrator(actor, upload.user_id)) return
  await discardUpload(actor, upload)
  throw new PortalError('FORBIDDEN')
}

/** The file was moved away by an earlier try, which had written down all that is to be known of it. */
async function findStored(upload: Upload): Promise<Reserved> {
  const stored = upload.file_path ? await storage().head(upload.file_path) : undefined
  if (stored?.size !== upload.file_size) throw new PortalError('NOT_FOUND')
  return upload as Reserved
}

async function storeFile(actor: Actor, upload: Upload): Promise<Reserved> {
  const path = partialPath(upload.id)
  const mimeType = await detectContentType(path, upload.file_type)
  if (!mimeType) {
    await discardUpload(actor, upload)
    throw new PortalError('FILE_CONTENT')
  }
  const reserved = await reservePath(actor, upload, mimeType, await sha256(path))
  await storage().put(reserved.file_path, { path })
  return reserved
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash)
  return hash.digest('hex')
}

/**
 * Gives an upload its place, `{userId}/{timestamp}.{extension}` (specification section 3), the timestamp being
 * milliseconds since 1970. Where two finish in the same one, the second takes the next that is free.
 */
async function reservePath(actor: Actor, upload: Upload, mimeType: string, sha256: string): Promise<Reserved> {
  for (let time = Date.now(); ; time++) {
    const path = upload.file_path ?? `${upload.user_id}/${time}.${upload.file_type}`
    try {
      const reserved = await actAs(actor, async tx => {
        if (await isReferencedByDocument(tx, path)) return undefined
        return await tx
          .updateTable('uploads')
          .set({ file_path: path, mime_type: mimeType, sha256, expires_at: new Date(Date.now() + uploadLifetime) })
          .where('id', '=', upload.id)
          .where('document_id', 'is', null)
          .returningAll()
          .executeTakeFirstOrThrow(() => new PortalError('NOT_FOUND'))
      })
      if (reserved) return reserved as Reserved
      upload = { ...upload, file_path: null }
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
    }
  }
}

/** The document, its entry in the audit log and the upload's end: all or none (specification section 7). */
async function createDocument(actor: Actor, upload: Reserved): Promise<string> {
  const { user_id, filename, file_path, file_size, mime_type, sha256, fund_name, category, file_type } = upload
  const file = { user_id, filename, file_path, file_size, mime_type, sha256, fund_name, category, file_type }
  const work = async (tx: Transaction<Database>) => {
    const id = await addDocument(tx, actor, file)
    await tx
      .updateTable('uploads')
      .set({ document_id: id })
      .where('id', '=', upload.id)
      .where('document_id', 'is', null)
      .returning('id')
      .executeTakeFirstOrThrow(() => new PortalError('NOT_FOUND'))
    return id
  }
  try {
    return await actAs(actor, work, ownerConstraint)
  } catch (error) {
    // Refused by row-level security, or the owner is gone.
    if (isRefusedByDatabase(error)) await discardUpload(actor, upload)
    throw error
  }
}
