import type { Asking } from '../../list-page.tsx'
import { loadOne } from '../../one-page.tsx'
import { requireApprover } from '../approvals/approver-guard.ts'

/**
 * The loader of a page that the second person reviews before they approve.
 * @param read reads the evidence; undefined where nothing is pending
 */
export function loadEvidence<Requested extends { approvalId: string }>(
  read: (asking: Asking, id: string) => Promise<Requested | undefined>,
) {
  return loadOne(
    async (asking, id) => {
      const requested = await read(asking, id)
      const { waiting } = await asking.operations.getApprovals(asking.actor)
      return { id, requested, approval: waiting.find(approval => approval.id === requested?.approvalId) }
    },
    { guard: requireApprover },
  )
}
