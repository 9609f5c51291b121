import { sql } from 'kysely'
import { nameLength, uploadLifetime, uploadLimit, uploadsAtOnce } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { requireOwnerOrAdministrator } from '../../../server/access/roles.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requireAnswerableRequest } from '../../document-requests/server/fulfill-request.ts'
import {
  type DocumentCategory,
  defaultCategory,
  defaultFundName,
  documentCategories,
  singleHandedCategories,
} from '../../documents/documents.ts'
import { cleanFilename, cleanFundName } from '../../documents/server/filenames.ts'
import { requireProofToReach } from '../../identity/server/reach-proof.ts'
import { enforceQuota, requireFreeSpace } from './quota.ts'

/** A browser's description of a file, in tus's Upload-Metadata. */
export interface UploadMetadata {
  filename?: string | null
  /** Owner of the document; the actor by default. */
  userId?: string | null
  fundName?: string | null
  category?: string | null
  /** The holder that owns it. */
  holderId?: string | null
  /** The document request that it fulfills, if any. */
  documentRequestId?: string | null
  /** For administrators: whether it is for a delivery, so that no document is created yet. */
  forDelivery?: string | null
}

/**
 * Registers an upload, or refuses it before any bytes are sent (specification section 5).
 * @param id of the upload, unguessable and usable only by the actor
 * @param size in bytes
 * @throws PortalError FILE_EMPTY, FILE_TOO_LARGE, FILE_NAME, FILE_TYPE, FORBIDDEN, NOT_FOUND (no such person),
 * UPLOADS_AT_ONCE; STORE_FULL; UPLOAD_SECOND_PERSON; PROOF_NEEDED for another owner; REQUEST_FULFILLED, REQUEST_CLOSED;
 * see also `enforceQuota`
 */
export async function registerUpload(actor: Actor, id: string, size: number, metadata: UploadMetadata): Promise<void> {
  if (size <= 0) throw new PortalError('FILE_EMPTY')
  if (size > uploadLimit) throw new PortalError('FILE_TOO_LARGE')
  const { filename, extension } = cleanFilename(metadata.filename ?? '')
  const userId = metadata.userId ? assertId(metadata.userId) : actor.id
  requireOwnerOrAdministrator(actor, userId)
  const category = documentCategories.find(known => known === (metadata.category || defaultCategory))
  // Only administrators may use the other categories.
  if (!category || (!actor.isAdmin && !ownCategories.includes(category))) throw new PortalError('UPLOAD_FAILED')
  const holderId = metadata.holderId ? assertId(metadata.holderId) : null
  // A submitted tax form shows a whole tax number, so it stays in the person's own folder.
  if (!actor.isAdmin && category === 'Tax' && holderId) throw new PortalError('UPLOAD_FAILED')
  const forDelivery = Boolean(metadata.forDelivery)
  if (forDelivery && (!actor.isAdmin || userId !== actor.id)) throw new PortalError('FORBIDDEN')
  const fundName = fundNameOrDefault(metadata.fundName)
  const owner = holderId ?? userId
  if (actor.isAdmin && owner !== actor.id && !singleHandedCategories.includes(category)) {
    throw new PortalError('UPLOAD_SECOND_PERSON')
  }
  await requireProofToReach(actor, { owners: [owner], category, texts: [filename, fundName] })
  await requireFreeSpace(size)

  await actAs(
    actor,
    async tx => {
      // Serialized per person: concurrent registrations would miss each other in the count.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${actor.id}`}, 0))`.execute(tx)
      const unfinished = await tx
        .selectFrom('uploads')
        .select(row => row.fn.countAll<number>().as('count'))
        .where('document_id', 'is', null)
        // A complete file staged for delivery is finished.
        .where(({ and, eb, not }) => not(and([eb('for_delivery', '=', true), eb('sha256', 'is not', null)])))
        .where('expires_at', '>', new Date())
        .executeTakeFirstOrThrow()
      if (unfinished.count >= uploadsAtOnce) throw new PortalError('UPLOADS_AT_ONCE', { retryAfter: 60 })
      await enforceQuota(tx, actor, userId, size, 'start')
      const requestId = metadata.documentRequestId
      const request = requestId ? await requireAnswerableRequest(tx, actor, requestId, userId) : undefined
      await tx
        .insertInto('uploads')
        .values({
          id,
          user_id: userId,
          uploaded_by: actor.id,
          filename,
          file_type: extension,
          file_size: size,
          fund_name: fundName,
          category,
          holder_id: holderId ?? request?.holderId ?? null,
          for_delivery: forDelivery,
          document_request_id: request?.id ?? null,
          expires_at: new Date(Date.now() + uploadLifetime),
        })
        .execute()
    },
    { uploads_user_id_fkey: 'NOT_FOUND', uploads_holder_id_fkey: 'HOLDER_GONE' },
  )
}

/** Categories of people's own uploads; the database enforces the same (app/documents/documents.sql). */
const ownCategories: readonly DocumentCategory[] = [defaultCategory, 'Accreditation', 'Tax']

function fundNameOrDefault(metadata: string | null | undefined): string {
  return [...cleanFundName(metadata ?? '')].slice(0, nameLength).join('').trim() || defaultFundName
}
