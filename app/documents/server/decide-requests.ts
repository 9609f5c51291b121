import type { Command } from '../../../rules/commands/command.ts'
import { deleteRequestsPerPage } from '../../../rules/limits.ts'
import { messageWithWait } from '../../../rules/messages.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertIds } from '../../../server/access/ids.ts'
import { performFreely } from '../../../server/access/perform.ts'
import { requireAdministrator } from '../../../server/access/roles.ts'
import { log } from '../../../server/platform/log.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requireProofToReach } from '../../identity/server/reach-proof.ts'
import { approveDeleteRequestsCommand, rejectDeleteRequestsCommand } from '../delete-request.commands.ts'
import { approveDocumentDelete, rejectDocumentDelete } from './deletion.ts'

/** Result of one of several decisions. */
export interface DecisionResult {
  id: string
  /** The error, in words, if it failed. */
  problem?: string
}

/** Approves several delete requests. @returns one result for each document, in the order given */
export const approveDeleteRequests = performFreely(approveDeleteRequestsCommand, async ({ actor }, _about, typed) => {
  const ids = assertChosen(actor, typed.ids)
  await requireProofToReach(actor, { owners: ids.slice(0, 1) })
  return decideEach(approveDeleteRequestsCommand, ids, id => approveDocumentDelete(actor, id))
})

/** Rejects several delete requests, for a reason as `rejectDocumentDelete`. @returns as `approveDeleteRequests` */
export const rejectDeleteRequests = performFreely(
  rejectDeleteRequestsCommand,
  async ({ actor }, _about, { reason, ...typed }) => {
    const ids = assertChosen(actor, typed.ids)
    // Without a reason, no text reaches the owners.
    await requireProofToReach(actor, { owners: reason ? ids : ids.slice(0, 1), texts: [reason] })
    return decideEach(rejectDeleteRequestsCommand, ids, id => rejectDocumentDelete(actor, id, { reason }))
  },
)

function assertChosen(actor: Actor, typed: readonly string[]): string[] {
  requireAdministrator(actor)
  const ids = assertIds(typed)
  if (ids.length > deleteRequestsPerPage) throw new PortalError('TOO_MANY_REQUESTS_CHOSEN')
  return ids
}

/** Each in its own transaction, so that an already decided request doesn't fail the others. */
async function decideEach(
  { failed }: Command,
  ids: readonly string[],
  decide: (id: string) => Promise<void>,
): Promise<{ results: DecisionResult[] }> {
  const results: DecisionResult[] = []
  for (const id of ids) {
    try {
      await decide(id)
      results.push({ id })
    } catch (error) {
      if (!(error instanceof PortalError)) log.error('a delete request could not be decided', error, { document: id })
      else if (['FORBIDDEN', 'REASON_LONG', 'PROOF_NEEDED'].includes(error.code)) throw error
      results.push({ id, problem: error instanceof PortalError ? messageWithWait(error.code) : failed })
    }
  }
  return { results }
}
