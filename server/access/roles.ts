import type { Transaction } from 'kysely'
import { actAs } from '../database/connection.ts'
import type { Database } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'
import type { Actor } from './actor.ts'

/**
 * Does work that is an administrator's alone, in one transaction (`actAs`).
 * @throws PortalError FORBIDDEN for anybody else, and where the database finds that the right was just withdrawn; what
 *   `work` throws
 */
export async function asAdministrator<T>(actor: Actor, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  requireAdministrator(actor)
  try {
    return await actAs(actor, work)
  } catch (error) {
    if ((error as { code?: string }).code === '42501') throw new PortalError('FORBIDDEN', { cause: error })
    throw error
  }
}

/** @throws PortalError FORBIDDEN unless the actor is an administrator */
export function requireAdministrator(actor: Actor): void {
  if (!actor.isAdmin) throw new PortalError('FORBIDDEN')
}
