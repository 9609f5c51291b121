import { sql, type Transaction } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { actAs, actAsJobs } from '../database/connection.ts'
import type { Database } from '../database/types.ts'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'
import { storage } from '../storage/storage.ts'
import { finishUpload } from './finish.ts'
import { locked } from './lock.ts'
import { listPartial, partialSize, removePartial } from './partial.ts'

/**
 * Finishes what a crash left between its last byte and its document. To be called at start, before the first
 * request: the browser that sent it may never ask again.
 */
export async function recoverUploads(): Promise<void> {
  const unfinished = await actAsJobs(tx =>
    tx
      .selectFrom('uploads')
      .select(['id', 'uploaded_by', 'file_size', 'file_path'])
      .where('document_id', 'is', null)
      .execute(),
  )
  for (const { id, uploaded_by, file_size, file_path } of unfinished) {
    try {
      const arrived = await partialSize(id)
      if (arrived === undefined ? !file_path : arrived < file_size) continue
      const actor = await actorOf(uploaded_by)
      if (await finishUpload(actor, id)) log.info('finished an upload that a stop had cut off', { upload: id })
    } catch (error) {
      if (error instanceof PortalError) log.warn('an upload that a stop had cut off was refused', { upload: id })
      else log.error('an upload that a stop had cut off could not be finished yet', error, { upload: id })
    }
  }
  await removeOrphans()
}

/** Removes uploads that nobody continued in their time: bytes first, then rows, so that nothing is left unnamed. */
export async function cleanUpUploads(): Promise<void> {
  const expired = await actAsJobs(tx =>
    tx.selectFrom('uploads').select('id').where('expires_at', '<=', sql<Date>`now()`).execute(),
  )
  for (const { id } of expired) {
    await locked(id, () =>
      actAsJobs(async tx => {
        // Whoever continues it meanwhile moves the time on, and it stays.
        const row = await tx
          .deleteFrom('uploads')
          .where('id', '=', id)
          .where('expires_at', '<=', sql<Date>`now()`)
          .returning(['file_path', 'document_id'])
          .executeTakeFirst()
        if (!row) return
        await removePartial(id)
        if (row.file_path && !row.document_id && !(await isReferredTo(tx, row.file_path))) {
          await storage().delete(row.file_path)
        }
      }),
    )
  }
  await removeOrphans()
}

/** @returns whether a document is stored under this key; for the role of the queue, which may ask nothing else */
export async function isReferredTo(tx: Transaction<Database>, filePath: string): Promise<boolean> {
  const found = await tx
    .selectFrom('documents')
    .select('file_path')
    .where('file_path', '=', filePath)
    .executeTakeFirst()
  return found !== undefined
}

/** Every file here had its row before it was made, so one without a row belongs to nobody any more. */
async function removeOrphans(): Promise<void> {
  const ids = await listPartial()
  if (ids.length === 0) return
  const rows = await actAsJobs(tx => tx.selectFrom('uploads').select('id').where('id', 'in', ids).execute())
  const known = new Set(rows.map(({ id }) => id))
  for (const id of ids.filter(id => !known.has(id))) await removePartial(id)
}

/** The person as the upload's owner again, with the rights of today. */
async function actorOf(id: string): Promise<Actor> {
  const profile = await actAs({ id }, tx =>
    tx.selectFrom('user_profiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
  const { email, full_name, organization, is_admin } = profile
  return { id, email, fullName: full_name, organization, isAdmin: is_admin }
}
