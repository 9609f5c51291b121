import { sql, type Transaction } from 'kysely'
import { uploadLifetime } from '../../../rules/limits.ts'
import { looksLikePaymentInstructions } from '../../../rules/payment-instructions.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { isOwnerOrAdministrator } from '../../../server/access/roles.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { isRefusedByDatabase, isUniqueViolation } from '../../../server/database/errors.ts'
import type { Database } from '../../../server/database/types.ts'
import { enqueue } from '../../../server/jobs/jobs.ts'
import { log } from '../../../server/platform/log.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { hashFile } from '../../../server/storage/disk.ts'
import { storage } from '../../../server/storage/storage.ts'
import { deliveryGate } from '../../deliveries/deliveries.ts'
import { fulfillRequest, lockAnswerable, nameForRequest } from '../../document-requests/server/fulfill-request.ts'
import { reachedAlone } from '../../documents/server/reached-alone.ts'
import { addDocument, isReferencedByDocument, ownerConstraint } from '../../documents/server/stored-files.ts'
import { readFileText } from '../../file-checks/server/file-text.ts'
import { inspectFile } from '../../file-checks/server/inspect-file.ts'
import { scanner } from '../../file-checks/server/scanner.ts'
import { type Reach, requireProofToReach } from '../../identity/server/reach-proof.ts'
import { arrivedBytes } from './arrived-bytes.ts'
import { detectContentType } from './content-type.ts'
import { enforceQuota, isQuotaError, requireFreeSpace } from './quota.ts'
import { withUploadLock } from './upload-lock.ts'
import { findUpload, type Upload } from './upload-row.ts'

type Reserved = Upload & { file_path: string; mime_type: string; sha256: string }

/** Delay (seconds) until the removal of a file that a failed attempt, or one that lost its lock, may still have stored. */
const strayRemovalDelay = 3600

/**
 * Makes a document of an upload once all its bytes have arrived: checks the content, stores the file, writes the rows.
 * Safe to crash at any step and to call again, even concurrently: a path is reserved first, then filled, then referred
 * to, so only one document results. A file for delivery gets no document; its row then names the stored file
 * (`staged-files.ts`).
 * @param actor who registered the upload
 * @returns the document's id; undefined while bytes are missing, and for a file for delivery
 * @throws PortalError NOT_FOUND for an upload that doesn't exist or isn't the actor's; FILE_CONTENT for content that
 * doesn't match the name, FORBIDDEN if the actor is no longer an administrator, a quota's error (`quota.ts`) if the
 * owner has no room left, UPLOAD_SECOND_PERSON: these discard the upload. PROOF_NEEDED, STORE_FULL and errors of disk
 * and database retain the bytes; calling again later continues from there.
 */
export function finishUpload(actor: Actor, id: string): Promise<string | undefined> {
  return withUploadLock(id, async () => {
    const upload = await findUpload(actor, id)
    if (!upload) throw new PortalError('NOT_FOUND')
    if (upload.document_id) return upload.document_id
    const stored = await findStored(upload)
    if (!stored) {
      const arrived = await arrivedBytes().size(upload)
      if (arrived === undefined) throw new PortalError('NOT_FOUND')
      if (arrived < upload.file_size) return undefined
    }
    await requireUploadAllowed(actor, upload)
    await requireProofToReach(actor, reachOf(upload))
    await requireFreeSpace(0)
    const whole = stored ?? (await storeFile(actor, upload))
    const documentId = upload.for_delivery ? undefined : await createDocument(actor, whole)
    await removeArrived(upload)
    return documentId
  })
}

/** What others will see of it. */
function reachOf({ holder_id, user_id, category, filename, fund_name }: Upload): Reach {
  return { owners: [holder_id ?? user_id], category, texts: [filename, fund_name] }
}

/**
 * Checks the texts of an administrator's file for others. The database counts the recipients again.
 * @throws PortalError PAYMENT_WORDS, UPLOAD_SECOND_PERSON, having removed the upload, if a delivery of it would need
 * approval, since its texts look like payment instructions or the same file has reached so many others today
 */
async function requireRightToReach(
  actor: Actor,
  upload: Upload,
  { path, mime_type, sha256 }: { path: string; mime_type: string; sha256: string },
): Promise<void> {
  const { holder_id, user_id, category, filename, fund_name } = upload
  const owner = holder_id ?? user_id
  if (!actor.isAdmin || upload.for_delivery || owner === actor.id) return
  const others = await actAs(actor, tx => reachedAlone(tx, actor, [sha256]))
  const reached = new Set([...others, owner]).size
  const texts = [filename, fund_name, (await readFileText(path, { ...upload, mime_type })) ?? '']
  if (!deliveryGate({ owners: 1, reached, category, texts }).secondPerson) return
  await discardUpload(actor, upload)
  throw new PortalError(looksLikePaymentInstructions(...texts) ? 'PAYMENT_WORDS' : 'UPLOAD_SECOND_PERSON')
}

/** The document exists, so a failure is harmless: the bytes go when the upload expires. */
async function removeArrived(upload: Upload): Promise<void> {
  try {
    await arrivedBytes().remove(upload)
  } catch (error) {
    log.warn('could not yet remove what an upload was made of', { upload: upload.id, reason: String(error) })
  }
}

/** Removes an upload without a document: its bytes, wherever they are, then its row. The caller holds its lock. */
export async function discardUpload(actor: { id: string }, upload: Upload): Promise<void> {
  await arrivedBytes().removeAll(upload.id)
  if (upload.file_path) await storage().delete(upload.file_path)
  await actAs(actor, tx => tx.deleteFrom('uploads').where('id', '=', upload.id).execute())
}

/**
 * Checks that the actor, who registered the upload, may still upload for its owner. The caller holds its lock.
 * @throws PortalError FORBIDDEN otherwise, having removed the upload
 */
export async function requireUploadAllowed(actor: Actor, upload: Upload): Promise<void> {
  if (isOwnerOrAdministrator(actor, upload.user_id)) return
  await discardUpload(actor, upload)
  throw new PortalError('FORBIDDEN')
}

/** @returns the upload if an earlier attempt has stored its file; its row is then complete */
export async function findStored(upload: Upload): Promise<Reserved | undefined> {
  const stored = upload.file_path ? await storage().head(upload.file_path) : undefined
  return stored?.size === upload.file_size ? (upload as Reserved) : undefined
}

/** Flushes the file to disk, the slowest step, while it is checked. */
async function storeFile(actor: Actor, upload: Upload): Promise<Reserved> {
  const path = await arrivedBytes().gather(upload)
  const [flushed, reserved] = await Promise.allSettled([
    storage().movesFiles ? arrivedBytes().flush(upload.id) : false,
    checkAndReserve(actor, upload, path),
  ])
  if (reserved.status === 'rejected') throw reserved.reason
  if (flushed.status === 'rejected') throw flushed.reason
  const { file_path, sha256 } = reserved.value
  await storage().put(file_path, { path, isFlushed: flushed.value }, { sha256 })
  return reserved.value
}

/** @throws PortalError FILE_CONTENT, having removed the upload, if the content doesn't match the name */
async function checkAndReserve(actor: Actor, upload: Upload, path: string): Promise<Reserved> {
  const mimeType = await detectContentType(path, upload.file_type)
  if (!mimeType) {
    await discardUpload(actor, upload)
    throw new PortalError('FILE_CONTENT')
  }
  const [marks, sha256] = await Promise.all([inspectFile(path, upload.file_type), hashFile(path)])
  await requireRightToReach(actor, upload, { path, mime_type: mimeType, sha256 })
  return await reservePath(actor, upload, { mime_type: mimeType, sha256, marks })
}

/**
 * Reserves an upload's path, `{userId}/{timestamp}.{extension}` (specification section 3), with the timestamp in
 * milliseconds since 1970, or the next free one. Each attempt has its own path: a process that lost its lock can't
 * store over this one.
 * @param found details of the file, stored with the path
 */
async function reservePath(
  actor: Actor,
  upload: Upload,
  found: Pick<Reserved, 'mime_type' | 'sha256' | 'marks'>,
): Promise<Reserved> {
  for (let time = Date.now(); ; time++) {
    const path = `${upload.user_id}/${time}.${upload.file_type}`
    try {
      const reserved = await actAs(actor, async tx => {
        if (await isReferencedByDocument(tx, path)) return undefined
        if (upload.file_path) await enqueue(tx, 'remove-file', { file_path: upload.file_path }, strayRemovalDelay)
        return await tx
          .updateTable('uploads')
          .set({ ...found, file_path: path, expires_at: new Date(Date.now() + uploadLifetime) })
          .where('id', '=', upload.id)
          .where('document_id', 'is', null)
          .where(sql<boolean>`file_path is not distinct from ${upload.file_path}`)
          .returningAll()
          .executeTakeFirstOrThrow(() => new PortalError('NOT_FOUND'))
      })
      if (reserved) return reserved as Reserved
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
    }
  }
}

/** Creates the document and its audit entry and completes the upload, all or nothing (specification section 7). */
async function createDocument(actor: Actor, upload: Reserved): Promise<string> {
  const { user_id, filename, file_path, file_size, mime_type, sha256, fund_name, category, file_type, marks } = upload
  const { holder_id } = upload
  const stored = { file_path, file_size, mime_type, sha256, file_type, marks }
  const file = { user_id, ...(holder_id && { holder_id }), filename, fund_name, category, ...stored }
  const work = async (tx: Transaction<Database>) => {
    await enforceQuota(tx, actor, user_id, file_size, 'end')
    const request = upload.document_request_id && (await lockAnswerable(tx, actor, upload.document_request_id))
    // A picture from its owner is named after the document request. An administrator's file retains the checked name.
    const named = request && user_id === actor.id ? { ...file, filename: nameForRequest(request, file) } : file
    const id = await addDocument(tx, actor, named, scanner() ? 'waiting' : 'unchecked')
    await tx
      .updateTable('uploads')
      .set({ document_id: id })
      .where('id', '=', upload.id)
      .where('document_id', 'is', null)
      .where('file_path', '=', file_path)
      .returning('id')
      .executeTakeFirstOrThrow(() => new PortalError('NOT_FOUND'))
    if (request) await fulfillRequest(tx, actor, request, id, filename)
    return id
  }
  try {
    return await actAs(actor, work, { ...ownerConstraint, second_person: 'UPLOAD_SECOND_PERSON' })
  } catch (error) {
    // Row-level security refused it, or the owner no longer exists or has no room left.
    if (isRefusedByDatabase(error) || isQuotaError(error)) await discardUpload(actor, upload)
    throw error
  }
}
