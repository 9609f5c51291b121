import type { Actor } from '../access/actor.ts'
import { requireAdministrator } from '../access/roles.ts'
import { actAs } from '../database/connection.ts'

/** How much waits for an administrator. */
export interface PendingWork {
  deleteRequests: number
  /** Messages and calls of visitors that nobody has answered. */
  requests: number
}

/** @throws PortalError FORBIDDEN unless the actor is an administrator */
export async function getPendingWork(actor: Actor): Promise<PendingWork> {
  requireAdministrator(actor)
  return actAs(actor, async tx => {
    const { deletes, messages, calls } = await tx
      .selectNoFrom(({ selectFrom }) => [
        selectFrom('documents')
          .select(count => count.fn.countAll<number>().as('n'))
          .where('delete_request_status', '=', 'pending')
          .as('deletes'),
        selectFrom('messages')
          .select(count => count.fn.countAll<number>().as('n'))
          .where('state', '=', 'new')
          .as('messages'),
        selectFrom('call_requests')
          .select(count => count.fn.count<number>('id').as('n'))
          .where('state', '=', 'new')
          .as('calls'),
      ])
      .executeTakeFirstOrThrow()
    return { deleteRequests: deletes ?? 0, requests: (messages ?? 0) + (calls ?? 0) }
  })
}
