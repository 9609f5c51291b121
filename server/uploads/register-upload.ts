import { sql } from 'kysely'
import { defaultCategory, defaultFundName, documentCategories } from '../../rules/documents.ts'
import { nameLength, uploadLifetime, uploadLimit, uploadsAtOnce } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { assertId } from '../access/ids.ts'
import { requireOwnerOrAdministrator } from '../access/roles.ts'
import { actAs } from '../database/act-as.ts'
import { cleanFilename, cleanFundName } from '../documents/filenames.ts'
import { PortalError } from '../platform/portal-error.ts'

/** What a browser says of a file before it sends it, in tus's Upload-Metadata. */
export interface UploadMetadata {
  filename?: string | null
  /** Whose document it will be; the actor's own without it. */
  userId?: string | null
  fundName?: string | null
  category?: string | null
}

/**
 * Takes note of a file that is to come, or refuses it before a byte was sent (specification section 5).
 * @param id what the upload is called; nobody can guess it, and only the actor can use it
 * @param size in bytes
 * @throws PortalError FILE_EMPTY, FILE_TOO_LARGE, FILE_NAME, FILE_TYPE, FORBIDDEN, NOT_FOUND (no such person),
 *   UPLOADS_AT_ONCE
 */
export async function registerUpload(actor: Actor, id: string, size: number, metadata: UploadMetadata): Promise<void> {
  if (size <= 0) throw new PortalError('FILE_EMPTY')
  if (size > uploadLimit) throw new PortalError('FILE_TOO_LARGE')
  const { filename, extension } = cleanFilename(metadata.filename ?? '')
  const userId = metadata.userId ? assertId(metadata.userId) : actor.id
  requireOwnerOrAdministrator(actor, userId)
  const category = documentCategories.find(known => known === (metadata.category || defaultCategory))
  if (!category) throw new PortalError('UPLOAD_FAILED')

  await actAs(
    actor,
    async tx => {
      // One at a time for each person, or two announcements at once would both count the same uploads.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${actor.id}`}, 0))`.execute(tx)
      const unfinished = await tx
        .selectFrom('uploads')
        .select(row => row.fn.countAll<number>().as('count'))
        .where('document_id', 'is', null)
        .where('expires_at', '>', new Date())
        .executeTakeFirstOrThrow()
      if (unfinished.count >= uploadsAtOnce) throw new PortalError('UPLOADS_AT_ONCE', { retryAfter: 60 })
      await tx
        .insertInto('uploads')
        .values({
          id,
          user_id: userId,
          uploaded_by: actor.id,
          filename,
          file_type: extension,
          file_size: size,
          fund_name: fundNameOrDefault(metadata.fundName),
          category,
          expires_at: new Date(Date.now() + uploadLifetime),
        })
        .execute()
    },
    { uploads_user_id_fkey: 'NOT_FOUND' },
  )
}

function fundNameOrDefault(metadata: string | null | undefined): string {
  return [...cleanFundName(metadata ?? '')].slice(0, nameLength).join('').trim() || defaultFundName
}
