import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import type { Database, DeleteDecisionsTable, DocumentsTable } from '../../../server/database/types.ts'
import { dismissDecisionCommand } from '../../document-requests/document-request.commands.ts'
import type { DeleteDecision } from '../documents.ts'

/** A decision on a person's delete request. After an approval, `document_id` no longer exists. `decided_at` is UTC. */
export type Decision = Pick<
  Selectable<DeleteDecisionsTable>,
  'id' | 'document_id' | 'filename' | 'decision' | 'reason' | 'decided_at'
>

/** Newest decisions shown. */
const decisionsShown = 20

/** The document of a decision. */
type DecidedDocument = Pick<Selectable<DocumentsTable>, 'id' | 'filename' | 'delete_requested_by'>

/**
 * Records decisions on delete requests for their requesters, who see them in the portal until dismissed. Part of the
 * decision's transaction.
 * @param documents before the decision; skips those without a request, and the actor's own requests
 */
export async function recordDecisions(
  tx: Transaction<Database>,
  actor: Actor,
  decision: DeleteDecision,
  documents: readonly DecidedDocument[],
  reason: string | null = null,
): Promise<void> {
  const decided = documents.flatMap(({ id, filename, delete_requested_by: userId }) =>
    userId && userId !== actor.id
      ? [{ user_id: userId, document_id: id, filename, decision, reason, decided_by: actor.id }]
      : [],
  )
  if (decided.length > 0) await tx.insertInto('delete_decisions').values(decided).execute()
}

/** A person's undismissed decisions on delete requests, newest first. */
export const decisionsFor = (db: Kysely<Database>, personId: string) =>
  db
    .selectFrom('delete_decisions')
    .select(['id', 'document_id', 'filename', 'decision', 'reason', 'decided_at'])
    .where('user_id', '=', personId)
    .orderBy('decided_at', 'desc')
    .limit(decisionsShown)
    .$castTo<Decision>()

const ownDecisions = prepared('decisions_for', decisionsFor)

/** @returns the actor's undismissed decisions, for the export of their data */
export async function getOwnDecisions(actor: Actor): Promise<Omit<Decision, 'id' | 'document_id'>[]> {
  const [decisions] = await readAs(actor, ownDecisions(actor.id))
  return decisions.map(({ id: _, document_id, ...decision }) => decision)
}

/** Dismisses a decision. Idempotent. */
export const dismissDecision = perform(dismissDecisionCommand, async ({ tx, actor }, decisionId) => {
  const id = assertId(decisionId)
  await tx.deleteFrom('delete_decisions').where('id', '=', id).where('user_id', '=', actor.id).execute()
})

/** Removes undismissed decisions after 90 days; the log retains them. Part of the hourly clean-up. */
export async function cleanUpDecisions(): Promise<void> {
  await actAsJobs(tx =>
    tx.deleteFrom('delete_decisions').where('decided_at', '<', sql<Date>`now() - interval '90 days'`).execute(),
  )
}
