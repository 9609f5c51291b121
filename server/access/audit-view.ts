import type { Transaction } from 'kysely'
import { actAs } from '../database/act-as.ts'
import type { Database } from '../database/types.ts'
import type { Actor } from './actor.ts'
import { audit } from './audit.ts'
import { isNewAccess } from './new-access.ts'

/** What the office looks at page by page, each with its words in `rules/audit-words.ts`. */
export type ViewAction = 'holder.viewed' | 'tax.viewed' | 'note.viewed' | 'verification.viewed'

/** Writes that somebody of the office views what belongs to an investor, once in ten minutes for each session and subject. */
export async function auditView(
  tx: Transaction<Database>,
  actor: Actor,
  action: ViewAction,
  subjectId: string,
): Promise<void> {
  if (await isNewView(actor, action, subjectId)) await audit(tx, actor, action, subjectId)
}

/** The same for a page that reads without a transaction of its own. */
export async function recordView(actor: Actor, action: ViewAction, subjectId: string): Promise<void> {
  if (await isNewView(actor, action, subjectId)) await actAs(actor, tx => audit(tx, actor, action, subjectId))
}

const isNewView = ({ id, sessionId }: Actor, action: ViewAction, subjectId: string) =>
  isNewAccess(`${id} ${sessionId} ${action} ${subjectId}`)
