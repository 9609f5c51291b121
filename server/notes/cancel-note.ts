import { sql, type Transaction } from 'kysely'
import { noteSteps } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import { voidApprovals } from '../approvals/ask-for-approval.ts'
import type { Database } from '../database/types.ts'
import { fundDay } from '../platform/fund-day.ts'
import { holdRequests, lockNote } from './note-row.ts'
import { assertReason } from './validate.ts'

/**
 * Cancels a note that has no funds: it was withdrawn. What somebody has asked for about it is voided.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; NOTE_STATE once it has funds; NOTE_REASON
 */
export async function cancelNote(actor: Actor, noteId: string, reason: string): Promise<void> {
  const why = assertReason(reason)
  await asAdministrator(actor, async tx => {
    await holdRequests(tx, noteId)
    // Approvals are locked before notes, as where they are decided, so that neither waits for the other.
    for (const asked of ['note.signature', 'note.sign', 'note.first_payment', 'note.fund'])
      await voidApprovals(tx, asked, assertId(noteId))
    const note = await lockNote(tx, noteId, noteSteps.cancel.from)
    await cancel(tx, note.id, why)
    await audit(tx, actor, 'note.cancelled', note.id, { number: note.number, reason: why })
  })
}

/** Sets a locked note's state. */
export async function cancel(tx: Transaction<Database>, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('notes')
    .set({ state: 'cancelled', closed_at: sql<Date>`now()`, closed_on: fundDay(), close_reason: reason })
    .where('id', '=', id)
    .execute()
}
