import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'
import type { AskedApproval } from './approval-kind.ts'
import { assertDeciderNow, type DecisionRefusal, decisionRefusal } from './who-decides.ts'

/** What waits for a decision. */
export interface OpenApproval extends AskedApproval {
  summary: string
  /** Why the actor can't approve it. */
  refusal: DecisionRefusal | null
}

/**
 * Locks what is about to be decided, in the order of the ids, so that two who decide on the same follow each other.
 * @param tx of the person who decides, or withdraws
 * @returns it in that order
 * @throws PortalError FORBIDDEN; NOT_FOUND; APPROVAL_GONE where one of it was decided meanwhile
 */
export async function lockOpen(tx: Transaction<Database>, ids: readonly string[]): Promise<OpenApproval[]> {
  await assertDeciderNow(tx)
  const rows = await tx
    .selectFrom('approvals')
    .select(['id', 'kind', 'subject_id', 'holder_id', 'content', 'summary', 'asked_by', 'decision'])
    .select(sql<boolean>`content_sha256 = sha256(convert_to(content::text, 'UTF8'))`.as('intact'))
    .select(decisionRefusal.as('refusal'))
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length < ids.length) throw new PortalError('NOT_FOUND')
  if (rows.some(({ decision }) => decision)) throw new PortalError('APPROVAL_GONE')
  return rows.map(({ id, kind, subject_id, holder_id, content, summary, asked_by, intact, refusal }) => {
    if (!intact) throw new Error(`the content of the approval ${id} is not what was asked for`)
    return { id, kind, subjectId: subject_id, holderId: holder_id, content, summary, askedBy: asked_by, refusal }
  })
}

/**
 * Chains the ledger before the log, as a release of statements and jobs do it: once everything is written. In the order of
 * what was written, the log would be first, and two that commit at the same moment would wait for each other.
 */
export async function closeEntries(tx: Transaction<Database>): Promise<void> {
  await sql`set constraints public.close_entries immediate`.execute(tx)
}
