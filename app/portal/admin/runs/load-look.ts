import type { Asking } from '../../list-page.tsx'
import { loadOne } from '../../one-page.tsx'
import { decider } from '../approvals/decider.ts'

/**
 * The loader of a page that the second person looks through before they approve.
 * @param read asks what has to be looked at; nothing where nothing waits
 */
export function loadLook<Asked extends { approvalId: string }>(
  read: (asking: Asking, id: string) => Promise<Asked | undefined>,
) {
  return loadOne(
    async (asking, id) => {
      const asked = await read(asking, id)
      const { waiting } = await asking.operations.getApprovals(asking.actor)
      return { id, asked, approval: waiting.find(approval => approval.id === asked?.approvalId) }
    },
    { guard: decider },
  )
}
