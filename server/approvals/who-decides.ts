import { sql, type Transaction } from 'kysely'
import type { Actor } from '../access/actor.ts'
import type { Database } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'
import type { ApprovalKind } from './approval-kind.ts'

/** @returns whether the actor may decide on what others ask for; on what is of a kind, where one is named */
export function mayDecide({ isAdmin, isApprover }: Actor, kind?: ApprovalKind): boolean {
  return isAdmin || (isApprover === true && kind?.right !== 'administrator')
}

/** @throws PortalError FORBIDDEN unless the actor may decide, as `mayDecide` */
export function requireDecider(actor: Actor, kind?: ApprovalKind): void {
  if (!mayDecide(actor, kind)) throw new PortalError('FORBIDDEN')
}

/** The same in the database, which knows of a right that was revoked a moment ago. */
export const decidesNow = sql<boolean>`(app.is_admin() or app.is_approver())`

/** @throws PortalError FORBIDDEN for those whose right was just revoked: row-level security would show them nothing */
export async function assertDeciderNow(tx: Transaction<Database>): Promise<void> {
  const { rows } = await sql<{ still: boolean }>`select ${decidesNow} as still`.execute(tx)
  if (!rows[0]?.still) throw new PortalError('FORBIDDEN')
}
