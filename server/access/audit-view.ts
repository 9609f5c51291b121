import type { Transaction } from 'kysely'
import { actAs } from '../database/act-as.ts'
import type { Database } from '../database/types.ts'
import type { Actor } from './actor.ts'
import { audit } from './audit.ts'
import { isNewAccess } from './new-access.ts'

/** Page views of administrators that are logged, worded in `rules/audit-words.ts`. */
export type ViewAction = 'holder.viewed' | 'tax.viewed' | 'note.viewed' | 'verification.viewed'

/** Logs an administrator's view of an investor's data, once in ten minutes per session and subject. */
export async function auditView(
  tx: Transaction<Database>,
  actor: Actor,
  action: ViewAction,
  subjectId: string,
): Promise<void> {
  if (await isNewView(actor, action, subjectId)) await audit(tx, actor, action, subjectId)
}

/** `auditView` for a page that reads without a transaction of its own. */
export async function recordView(actor: Actor, action: ViewAction, subjectId: string): Promise<void> {
  if (await isNewView(actor, action, subjectId)) await actAs(actor, tx => audit(tx, actor, action, subjectId))
}

const isNewView = ({ id, sessionId }: Actor, action: ViewAction, subjectId: string) =>
  isNewAccess(`${id} ${sessionId} ${action} ${subjectId}`)
