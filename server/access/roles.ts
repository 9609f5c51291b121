import type { Transaction } from 'kysely'
import { actAs } from '../database/act-as.ts'
import type { ConstraintCodes } from '../database/errors.ts'
import type { Database } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'
import type { Actor } from './actor.ts'

/**
 * Runs an administrator's work in one transaction (`actAs`).
 * @throws PortalError FORBIDDEN for anyone else, and where the database finds that the right was just revoked; what
 *   `work` throws
 */
export async function asAdministrator<T>(
  actor: Actor,
  work: (tx: Transaction<Database>) => Promise<T>,
  codes: ConstraintCodes = {},
): Promise<T> {
  requireAdministrator(actor)
  return actAs(actor, work, codes)
}

/** @throws PortalError FORBIDDEN unless the actor is an administrator */
export function requireAdministrator(actor: Actor): void {
  if (!actor.isAdmin) throw new PortalError('FORBIDDEN')
}

/** @returns whether the actor may see what belongs to a person: their own, or anyone's for an administrator */
export function isOwnerOrAdministrator(actor: Actor, userId: string): boolean {
  return actor.id === userId || actor.isAdmin
}

/** @throws PortalError FORBIDDEN unless the actor is that person or an administrator */
export function requireOwnerOrAdministrator(actor: Actor, userId: string): void {
  if (!isOwnerOrAdministrator(actor, userId)) throw new PortalError('FORBIDDEN')
}
