import type { Actor } from '../access/actor.ts'
import { audit, auditAll } from '../access/audit.ts'
import { forgetAccess, isNewAccess } from '../access/new-access.ts'
import { isWorthAnEntry } from '../access/security-events.ts'
import { actAs } from '../database/act-as.ts'
import { isReadOnlyError, postpone } from '../database/watch-site-state.ts'
import { markFilesSeen } from '../documents/new-files.ts'
import { recordOpened } from '../documents/opened.ts'
import { log } from '../platform/log.ts'

interface ReadFile {
  id: string
  user_id: string
  filename: string
}

/**
 * Records that the actor reads a file, before its first byte is sent. The pieces of one reading (the same session, file
 * and kind within ten minutes) count once; the whole file counts each time. While the site is read-only it is recorded
 * afterward.
 */
export async function recordRead(
  actor: Actor,
  { id, user_id, filename }: ReadFile,
  kind: 'opened' | 'downloaded',
  isPiece: boolean,
): Promise<void> {
  const access = `${actor.id} ${actor.sessionId} ${kind} ${id}`
  const isNew = await isNewAccess(access)
  if (isPiece && !isNew) return
  const action = `file.${kind}`
  const isLogged = isWorthAnEntry(id, { ...eventOf(actor, action), subjectId: id, details: { user_id, filename } })
  const record = async () => {
    await actAs(actor, async tx => {
      await recordOpened(tx, actor, [id])
      if (isLogged) await audit(tx, actor, action, id, { user_id, filename })
    })
    if (actor.isAdmin && kind === 'downloaded') await markFilesSeen(actor, id)
  }
  try {
    await nowOrAfterward(record, { action, actor: actor.id, documents: [id] })
  } catch (error) {
    // Where the database is gone, it counts once ten minutes are over.
    await forgetAccess(access).catch(() => {})
    throw error
  }
}

/** Records an entry for each file of an archive, so that each owner sees it, before the archive is sent. */
export async function recordArchive(actor: Actor, files: readonly ReadFile[]): Promise<void> {
  const action = 'archive.downloaded'
  const isLogged = isWorthAnEntry('', { ...eventOf(actor, action), details: { files: files.length } })
  const entries = files.map(({ id, user_id, filename }) => ({ subjectId: id, details: { user_id, filename } }))
  const ids = files.map(({ id }) => id)
  const record = () =>
    actAs(actor, async tx => {
      await recordOpened(tx, actor, ids)
      if (isLogged) await auditAll(tx, actor, action, entries)
    })
  await nowOrAfterward(record, { action, actor: actor.id, documents: ids })
}

/** Who reads files while the site is read-only is recorded as soon as it can be; the log has it in any case. */
async function nowOrAfterward(record: () => Promise<void>, facts: Record<string, unknown>): Promise<void> {
  try {
    await record()
  } catch (error) {
    if (!isReadOnlyError(error)) throw error
    const readAt = new Date().toISOString()
    log.warn('a file was read while the site is read-only; it will be recorded afterward', { ...facts, readAt })
    postpone(() =>
      record().catch(error => log.error('it could not be recorded afterward', error, { ...facts, readAt })),
    )
  }
}

function eventOf({ id, sessionId, from = { ip: '', userAgent: '' } }: Actor, action: string) {
  return { action, client: from, actorId: id, sessionId }
}
