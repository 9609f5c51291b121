import { requireApprover } from '../../approvals/office/approver-guard.ts'
import type { Asking } from '../../shell/portal/list-page.tsx'
import { loadOne } from '../../shell/portal/one-page.tsx'

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
