import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { audit, toJson, withoutNul } from '../../../server/access/audit.ts'
import { assertAdministratorNow, requireAdministrator } from '../../../server/access/roles.ts'
import { translateConstraint } from '../../../server/database/errors.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { Concerns } from './approval-kind.ts'
import { assertUncontradicted } from './contradictions.ts'

/** An administrator's request. */
export interface ApprovalRequest {
  /** A key of `server/approval-kinds.ts`. */
  kind: string
  /** Its subject. Only one request of a kind is open per subject. */
  subjectId: string
  /** The holder concerned; null for several. */
  holderId: string | null
  /** Everything needed to perform it. Immutable: if the subject changes, the request is voided. */
  content: object & Concerns
  /** One line, for lists and the log: no account numbers. */
  summary: string
}

const longestSummary = 500

/**
 * Requests approval. Nothing happens until a second person approves.
 * @param tx a transaction of the requesting administrator, in which the capability has checked the request
 * @returns the request's id
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOBODY_TO_APPROVE, or NOBODY_ADMINISTERS if only
 * another administrator may decide; APPROVAL_OPEN if the same is pending already, APPROVAL_CONTRADICTED if a
 * contradicting request is
 */
export async function askForApproval(
  tx: Transaction<Database>,
  actor: Actor,
  { kind, subjectId, holderId, content, summary }: ApprovalRequest,
): Promise<string> {
  requireAdministrator(actor)
  await assertAdministratorNow(tx)
  const json = toJson(content)
  const { rows } = await sql<{ others: number; byAdministrator: boolean }>`
    select app.count_other_deciders(${holderId}, ${json}::jsonb, n.needed) as others, n.needed as "byAdministrator"
    from (select app.needs_administrator(${kind}, ${json}::jsonb) as needed) n`.execute(tx)
  if (!rows[0]?.others) throw new PortalError(rows[0]?.byAdministrator ? 'NOBODY_ADMINISTERS' : 'NOBODY_TO_APPROVE')
  await assertUncontradicted(tx, { kind, subjectId, content })
  const id = randomUUID()
  const line = withoutNul(summary).slice(0, longestSummary)
  await sql`insert into approvals (id, kind, subject_id, holder_id, content, summary)
    values (${id}, ${kind}, ${subjectId}, ${holderId}, ${json}::jsonb, ${line})`
    .execute(tx)
    .catch(error => {
      throw translateConstraint(error, { approvals_open: 'APPROVAL_OPEN' })
    })
  await audit(tx, actor, 'approval.asked', id, { kind, subject_id: subjectId, holder_id: holderId, summary: line })
  return id
}

/**
 * Voids pending requests about a changed subject, since the approver would decide on something else.
 * @param tx a transaction of an administrator, a member of the holder, or a job
 * @returns number of voided requests
 */
export async function voidApprovals(tx: Transaction<Database>, kind: string, subjectId: string): Promise<number> {
  const { rows } = await sql<{ voided: number }>`select app.void_approvals(${kind}, ${subjectId}) as voided`.execute(tx)
  return rows[0]?.voided ?? 0
}
