import { type Selectable, sql, type Transaction } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { assertId } from '../access/ids.ts'
import { actAs, actAsJobs } from '../database/act-as.ts'
import type { Database, DeleteDecisionsTable } from '../database/types.ts'

/**
 * What was decided about a person's delete request. `document_id` no longer leads anywhere after an approval.
 * `decided_at` is UTC.
 */
export type Decision = Pick<
  Selectable<DeleteDecisionsTable>,
  'id' | 'document_id' | 'filename' | 'decision' | 'reason' | 'decided_at'
>

/** How many decisions are shown, the newest. */
const decisionsShown = 20

/** @returns the decisions about a person's delete requests that they haven't dismissed, newest first */
export function readDecisions(tx: Transaction<Database>, personId: string): Promise<Decision[]> {
  return tx
    .selectFrom('delete_decisions')
    .select(['id', 'document_id', 'filename', 'decision', 'reason', 'decided_at'])
    .where('user_id', '=', personId)
    .orderBy('decided_at', 'desc')
    .limit(decisionsShown)
    .execute()
}

/** Removes a decision that the actor has read from what waits for them. Does nothing where it is already gone. */
export async function dismissDecision(actor: Actor, decisionId: string): Promise<void> {
  const id = assertId(decisionId)
  await actAs(actor, tx =>
    tx.deleteFrom('delete_decisions').where('id', '=', id).where('user_id', '=', actor.id).execute(),
  )
}

/** Removes decisions that nobody dismissed after 90 days; the log keeps them. Part of the hourly clean-up. */
export async function cleanUpDecisions(): Promise<void> {
  await actAsJobs(tx =>
    tx.deleteFrom('delete_decisions').where('decided_at', '<', sql<Date>`now() - interval '90 days'`).execute(),
  )
}
