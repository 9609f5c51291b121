import type { Actor } from '../access/actor.ts'
import { audit, auditAll } from '../access/audit.ts'
import { forgetAccess, isNewAccess } from '../access/new-access.ts'
import { isWorthAnEntry } from '../access/security-events.ts'
import { actAs } from '../database/act-as.ts'
import { markFilesSeen } from '../documents/new-files.ts'
import { recordOpened } from '../documents/opened.ts'

interface ReadFile {
  id: string
  user_id: string
  filename: string
}

/**
 * Records that the actor reads a file, before its first byte is sent. The pieces of one reading (the same session, file
 * and kind within ten minutes) count once; the whole file counts each time.
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
  try {
    await actAs(actor, async tx => {
      await recordOpened(tx, actor, [id])
      if (isLogged) await audit(tx, actor, action, id, { user_id, filename })
    })
    if (actor.isAdmin && kind === 'downloaded') await markFilesSeen(actor, id)
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
  await actAs(actor, async tx => {
    await recordOpened(tx, actor, ids)
    if (isLogged) await auditAll(tx, actor, action, entries)
  })
}

function eventOf({ id, sessionId, from = { ip: '', userAgent: '' } }: Actor, action: string) {
  return { action, client: from, actorId: id, sessionId }
}
