import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { RequestedApproval } from './approval-kind.ts'
import { assertApproverNow, type DecisionRefusal, decisionRefusal } from './approver-rights.ts'

/** A pending request. */
export interface OpenApproval extends RequestedApproval {
  summary: string
  /** Why the actor can't approve it. */
  refusal: DecisionRefusal | null
}

/**
 * Locks requests to decide, by id, so that concurrent decisions are serialized.
 * @param tx of the approver, or of the requester for a withdrawal
 * @returns them in that order
 * @throws PortalError FORBIDDEN; NOT_FOUND; APPROVAL_GONE if one was decided meanwhile
 */
export async function lockOpen(tx: Transaction<Database>, ids: readonly string[]): Promise<OpenApproval[]> {
  await assertApproverNow(tx)
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
    if (!intact) throw new Error(`the content of the approval ${id} has changed since it was requested`)
    return { id, kind, subjectId: subject_id, holderId: holder_id, content, summary, requestedBy: asked_by, refusal }
  })
}

/**
 * Chains the ledger before the log once everything is written, as statement releases and jobs do. By default the log
 * would come first, and two concurrent commits would deadlock.
 */
export async function closeEntries(tx: Transaction<Database>): Promise<void> {
  await sql`set constraints public.close_entries immediate`.execute(tx)
}
