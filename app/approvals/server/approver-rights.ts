import { sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs } from '../../../server/database/act-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'

/** @returns whether the actor is an administrator or approver */
export function canApprove({ isAdmin, isApprover }: Actor): boolean {
  return isAdmin || isApprover === true
}

/** @throws PortalError FORBIDDEN unless the actor may decide, as `canApprove` */
export function requireApprover(actor: Actor): void {
  if (!canApprove(actor)) throw new PortalError('FORBIDDEN')
}

/** Why the actor may not approve a request; the database computes it for a row of `approvals` under that name. */
export type DecisionRefusal =
  | 'APPROVE_OWN'
  | 'ADMINISTRATOR_DECIDES'
  | 'APPROVE_CONCERNED'
  | 'DECIDER_WAITS'
  | 'PERMIT_BETWEEN'
  | 'REQUESTER_LEFT'
export const decisionRefusal = sql<DecisionRefusal | null>`app.decision_refusal(approvals)`

/** `canApprove` in the database, which knows of a right revoked a moment ago. */
export const isApproverNow = sql<boolean>`(app.is_admin() or app.is_approver())`

/** @throws PortalError FORBIDDEN for people who have just lost the right: row-level security would show them nothing */
export async function assertApproverNow(tx: Transaction<Database>): Promise<void> {
  const { rows } = await sql<{ still: boolean }>`select ${isApproverNow} as still`.execute(tx)
  if (!rows[0]?.still) throw new PortalError('FORBIDDEN')
}

/**
 * Runs an administrator's or approver's work in one transaction, like `asAdministrator`.
 * @throws PortalError FORBIDDEN for anyone else, including people who have just lost the right; errors of `work`
 */
export async function asApprover<T>(actor: Actor, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  requireApprover(actor)
  return actAs(actor, async tx => {
    await assertApproverNow(tx)
    return work(tx)
  })
}
