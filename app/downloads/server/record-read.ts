import type { Transaction } from 'kysely'
import type { AuditAction } from '../../../rules/audit-words.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit, auditAll } from '../../../server/access/audit.ts'
import { forgetAccess, isNewAccess } from '../../../server/access/new-access.ts'
import { isWorthAnEntry } from '../../../server/access/security-events.ts'
import { actAs } from '../../../server/database/act-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { markFileSeen } from '../../documents/server/new-files.ts'
import type { Share } from '../../documents/server/readers.ts'
import { recordSharedReads } from '../../documents/server/shared-reads.ts'

interface ReadFile {
  id: string
  user_id: string
  filename: string
  /** The reader's access as a delegate, otherwise null. */
  share: Share | null
}

/**
 * Records a read of a file before its first byte is sent; `countServed` counts it as opened once the last one has left.
 * Ranges of one reading (same session, file and kind within ten minutes) count once; a whole file counts each time.
 * @throws PortalError NOT_FOUND if a delegate may no longer read it
 */
export async function recordRead(
  actor: Actor,
  { id, user_id, filename, share }: ReadFile,
  kind: 'opened' | 'downloaded',
  isPiece: boolean,
): Promise<void> {
  const access = `${actor.id} ${actor.sessionId} ${kind} ${id}`
  const isNew = await isNewAccess(access)
  if (isPiece && !isNew) return
  const action = `file.${kind}` as const
  const isLogged = isWorthAnEntry(id, { ...eventOf(actor, action), subjectId: id, details: { user_id, filename } })
  try {
    await actAs(actor, async tx => {
      if (share) await recordShared(tx, actor, [id], kind)
      if (isLogged) await audit(tx, actor, action, id, { user_id, filename })
    })
    if (actor.isAdmin && kind === 'downloaded') await markFileSeen(actor, id)
  } catch (error) {
    // If the database is unreachable, it counts again after ten minutes.
    await forgetAccess(access).catch(() => {})
    throw error
  }
}

/**
 * Records an entry for each file of an archive, visible to its owner, before the archive is sent.
 * @throws PortalError NOT_FOUND if a delegate may no longer read one of them
 */
export async function recordArchive(actor: Actor, files: readonly ReadFile[]): Promise<void> {
  const action = 'archive.downloaded'
  const isLogged = isWorthAnEntry('', { ...eventOf(actor, action), details: { files: files.length } })
  const entries = files.map(({ id, user_id, filename }) => ({ subjectId: id, details: { user_id, filename } }))
  const shared = files.filter(({ share }) => share).map(({ id }) => id)
  await actAs(actor, async tx => {
    await recordShared(tx, actor, shared, 'archived')
    if (isLogged) await auditAll(tx, actor, action, entries)
  })
}

/** The grant may have ended since the documents were found. */
async function recordShared(
  tx: Transaction<Database>,
  actor: Actor,
  ids: readonly string[],
  how: 'opened' | 'downloaded' | 'archived',
): Promise<void> {
  if (ids.length === 0) return
  const readable = await recordSharedReads(tx, actor, ids, how)
  if (readable.length < ids.length) throw new PortalError('NOT_FOUND')
}

function eventOf({ id, sessionId, from = { ip: '', userAgent: '' } }: Actor, action: AuditAction) {
  return { action, client: from, actorId: id, sessionId }
}
