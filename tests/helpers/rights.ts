import { getApprovals } from '../../app/approvals/server/approvals-list.ts'
import { decideApproval } from '../../app/approvals/server/decide-approval.ts'
import { requestAdministrator } from '../../app/people/server/rights.ts'
import type { Actor } from '../../server/access/actor.ts'

/** One administrator requests that a person become one, another approves it. */
export async function madeAdministrator(asker: Actor, decider: Actor, { id }: Pick<Actor, 'id'>): Promise<void> {
  await requestAdministrator(asker, id)
  const { waiting } = await getApprovals(decider)
  await decideApproval(decider, waiting.find(({ link }) => link?.includes(id))?.id ?? '', 'approved')
}
