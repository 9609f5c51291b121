import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { type FreezeReason, freezeReasons } from '../../rules/holders.ts'
import { oneLine } from '../../rules/text.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import type { ApprovalKinds, AskedApproval } from '../approvals/approval-kind.ts'
import { askForApproval } from '../approvals/ask-for-approval.ts'
import type { Database } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'

/** Freezes a holder after a death or in a dispute, or ends that. */
export type FreezeChange = { freeze: { reason: string } } | { unfreeze: { reason: string } }

/** What the approval keeps. */
interface FreezeContent {
  holder: string
  /** In words. */
  reason: string
}

/** Characters of the reason for ending it, at most. */
const reasonLength = 300

/**
 * Asks to freeze a holder, or to end that; a second person approves it. Members of a frozen holder see everything and
 * change nothing: no election, no upload, no accreditation.
 * @returns the approval's id
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; HOLDER_IS_FROZEN, HOLDER_NOT_FROZEN;
 *   FREEZE_REASON; NOBODY_TO_APPROVE, APPROVAL_OPEN
 */
export async function requestFreeze(actor: Actor, holderId: string, change: FreezeChange): Promise<string> {
  const id = assertId(holderId)
  return asAdministrator(actor, async tx => {
    const freezes = 'freeze' in change
    const { number, legal_name } = await readHolder(tx, id, !freezes)
    const holder = `${legal_name} (${number})`
    const content: FreezeContent = {
      holder,
      reason: freezes ? reasonInWords(change.freeze.reason) : endingReason(change.unfreeze.reason),
    }
    return askForApproval(tx, actor, {
      kind: freezes ? 'holder.freeze' : 'holder.unfreeze',
      subjectId: id,
      holderId: id,
      content,
      summary: freezes ? `Freeze ${holder}` : `End the freeze of ${holder}`,
    })
  })
}

function reasonInWords(reason: string): string {
  if (!Object.hasOwn(freezeReasons, reason)) throw new PortalError('FREEZE_REASON')
  return freezeReasons[reason as FreezeReason]
}

function endingReason(typed: string): string {
  const reason = oneLine(typed)
  if (!reason || reason.length > reasonLength) throw new PortalError('FREEZE_REASON')
  return reason
}

/** @throws PortalError NOT_FOUND; HOLDER_IS_FROZEN, HOLDER_NOT_FROZEN unless the holder is as it has to be */
async function readHolder(tx: Transaction<Database>, id: string, isFrozen: boolean) {
  const holder = await tx
    .selectFrom('holders')
    .select(['number', 'legal_name', 'frozen_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!holder) throw new PortalError('NOT_FOUND')
  if ((holder.frozen_at !== null) !== isFrozen)
    throw new PortalError(isFrozen ? 'HOLDER_NOT_FROZEN' : 'HOLDER_IS_FROZEN')
  return holder
}

const link = ({ subjectId }: { subjectId: string }) => href('/profile/admin/holders/:id', { id: subjectId })

/** What freezing needs two people for. */
export const freezeApprovals: ApprovalKinds<FreezeContent> = {
  'holder.freeze': {
    title: 'Freeze of a holder',
    describe: ({ holder, reason }) => [
      `From now on, people authorized for ${holder} can read but not act: nobody can elect, sign or upload for it.`,
      `Reason: ${reason}`,
    ],
    apply: (tx, actor, approval) => carryOut(tx, actor, approval, true),
    link,
  },
  'holder.unfreeze': {
    title: 'End of a freeze',
    describe: ({ holder, reason }) => [`Those who act for ${holder} may do so again.`, `Reason: ${reason}`],
    apply: (tx, actor, approval) => carryOut(tx, actor, approval, false),
    link,
  },
}

async function carryOut(
  tx: Transaction<Database>,
  actor: Actor,
  { id, subjectId, content: { reason } }: AskedApproval<FreezeContent>,
  freezes: boolean,
): Promise<void> {
  await readHolder(tx, subjectId, !freezes)
  await tx
    .updateTable('holders')
    .set({ frozen_at: freezes ? sql`now()` : null })
    .where('id', '=', subjectId)
    .execute()
  await audit(tx, actor, freezes ? 'holder.frozen' : 'holder.unfrozen', subjectId, { reason, approval_id: id })
}
