import { sql, type Transaction } from 'kysely'
import { actAs } from '../database/act-as.ts'
import type { ConstraintCodes } from '../database/errors.ts'
import { prepared, type Statement } from '../database/prepared.ts'
import { queryAs, type RowsOf, readAs } from '../database/read-as.ts'
import type { Database } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'
import type { Actor } from './actor.ts'

/**
 * Runs an administrator's work in one transaction (`actAs`), which first asks the database whether they still are one.
 * @throws PortalError FORBIDDEN for anyone else, also for those whose right was just revoked; what `work` throws
 */
export async function asAdministrator<T>(
  actor: Actor,
  work: (tx: Transaction<Database>) => Promise<T>,
  codes: ConstraintCodes = {},
): Promise<T> {
  requireAdministrator(actor)
  const checked = async (tx: Transaction<Database>) => {
    await assertAdministratorNow(tx)
    return work(tx)
  }
  return actAs(actor, checked, codes)
}

/**
 * Asks the database whether the person who acts is still an administrator: they may have lost the role, or their access,
 * since their request was authenticated. Row-level security alone would show them empty lists.
 * @throws PortalError FORBIDDEN
 */
export async function assertAdministratorNow(tx: Transaction<Database>): Promise<void> {
  const { rows } = await sql<{ still: boolean }>`select app.is_admin() as still`.execute(tx)
  if (!rows[0]?.still) throw new PortalError('FORBIDDEN')
}

const administratorNow = prepared('administrator_now', () => sql<{ still: boolean }>`select app.is_admin() as still`)

/**
 * Reads an administrator's lists as `readAs` does, asking the database along with them whether they still are one.
 * @returns the rows of each statement
 * @throws PortalError FORBIDDEN for anyone else, also for those whose right was just revoked
 */
export async function readAsAdministrator<Statements extends Statement<unknown>[]>(
  actor: Actor,
  ...statements: Statements
): Promise<RowsOf<Statements>> {
  requireAdministrator(actor)
  const [[right], ...rows] = await readAs(actor, administratorNow(), ...statements)
  if (!right?.still) throw new PortalError('FORBIDDEN')
  return rows as RowsOf<Statements>
}

/**
 * As `readAsAdministrator`, for reads of which one depends on another, or that are built for the occasion.
 * @throws PortalError FORBIDDEN for anyone else, also for those whose right was just revoked; what `work` throws
 */
export async function queryAsAdministrator<T>(
  actor: Actor,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  requireAdministrator(actor)
  return queryAs(actor, async tx => {
    await assertAdministratorNow(tx)
    return work(tx)
  })
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
