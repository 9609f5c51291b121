import type { Transaction } from 'kysely'
import { manyLines } from '../../../rules/text.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { passOn } from '../../../server/access/declared-refusals.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform, performFreely } from '../../../server/access/perform.ts'
import { actAs } from '../../../server/database/act-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { openingsCounted } from '../../downloads/server/file-accesses.ts'
import { approvalReasonLength } from '../../holders/holders.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { approveCommand, rejectCommand, withdrawCommand } from '../approvals.commands.ts'
import { findKind, kindOf } from './approval-kind.ts'
import { asApprover, assertApproverNow, requireApprover } from './approver-rights.ts'
import { assertUncontradicted } from './contradictions.ts'
import { closeEntries, lockOpen, type OpenApproval } from './open-approvals.ts'

/**
 * Approves or rejects another person's request. An approved request is performed in the same transaction.
 * @param id of the request
 * @param reason of a rejection, as typed, for the requester
 * @param beside additional work in the same transaction, before the decision
 * @throws PortalError FORBIDDEN unless the actor is an administrator or an approver, and still is at the decision;
 * PROOF_NEEDED for an approval; NOT_FOUND; APPROVAL_GONE if already decided; APPROVE_OWN; ADMINISTRATOR_DECIDES;
 * APPROVAL_CONTRADICTED; APPROVE_CONCERNED for a member of the holder concerned; DECIDER_WAITS; REQUESTER_LEFT;
 * REASON_LONG; errors of `apply`
 */
export async function decideApproval(
  actor: Actor,
  id: string,
  decision: 'approved' | 'rejected',
  reason = '',
  beside?: (tx: Transaction<Database>) => Promise<void>,
): Promise<void> {
  const approvalId = assertId(id)
  requireApprover(actor)
  const why = decision === 'rejected' ? manyLines(reason) || null : null
  if (why && why.length > approvalReasonLength) throw new PortalError('REASON_LONG')
  // Otherwise the requester could approve at a colleague's unattended desk.
  if (decision === 'approved') await requireFreshProof(actor)
  await openingsCounted()
  const kind = kindOf(await kindNameOf(actor, approvalId))
  const work = async (tx: Transaction<Database>) => {
    await beside?.(tx)
    const [{ refusal, ...approval }] = (await lockOpen(tx, [approvalId])) as [OpenApproval]
    // A request of a person who has left may still be rejected.
    if (refusal && (decision === 'approved' || refusal !== 'REQUESTER_LEFT')) throw new PortalError(refusal)
    await tx.updateTable('approvals').set({ decision, reason: why }).where('id', '=', approvalId).execute()
    const { subjectId, holderId, requestedBy, summary } = approval
    const about = { kind: approval.kind, subject_id: subjectId, holder_id: holderId, asked_by: requestedBy, summary }
    await audit(tx, actor, `approval.${decision}`, approvalId, about)
    if (decision !== 'approved') return kind.end?.(tx, actor, approval)
    await assertUncontradicted(tx, approval)
    await passOn(kind.apply(tx, actor, approval))
    await closeEntries(tx)
  }
  await actAs(actor, work, kind.codes)
}

export const approve = performFreely(approveCommand, ({ actor }, id) => decideApproval(actor, id, 'approved'))

export const reject = performFreely(rejectCommand, ({ actor }, id, { reason }) =>
  decideApproval(actor, id, 'rejected', reason),
)

/** Withdraws the actor's own request. */
export const withdrawApproval = perform(
  withdrawCommand,
  async ({ tx, actor, refuse, audit }, id) => {
    const approvalId = assertId(id)
    const [{ refusal: _, ...approval }] = (await lockOpen(tx, [approvalId])) as [OpenApproval]
    const { requestedBy, kind, subjectId, holderId, summary } = approval
    if (requestedBy !== actor.id) throw refuse('NOT_YOUR_REQUEST')
    await tx.updateTable('approvals').set({ decision: 'withdrawn' }).where('id', '=', approvalId).execute()
    const about = { kind, subject_id: subjectId, holder_id: holderId, summary }
    await audit('approval.withdrawn', approvalId, about)
    await findKind(kind)?.end?.(tx, actor, approval)
  },
  { in: asApprover },
)

/** A request's kind never changes, so it may be read before the deciding transaction. */
function kindNameOf(actor: Actor, id: string): Promise<string> {
  return actAs(actor, async tx => {
    await assertApproverNow(tx)
    const row = await tx.selectFrom('approvals').select('kind').where('id', '=', id).executeTakeFirst()
    if (!row) throw new PortalError('NOT_FOUND')
    return row.kind
  })
}
