import { sql, type Transaction } from 'kysely'
import { actAs } from '../database/act-as.ts'
import type { ConstraintCodes } from '../database/errors.ts'
import { prepared, type Statement } from '../database/prepared.ts'
import { queryAs, type RowsOf, readAs } from '../database/read-as.ts'
import type { Database } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'
import type { Actor } from './actor.ts'

/**
 * Runs an administrator's work in one transaction (`actAs`), after the database has confirmed the role.
 * @throws PortalError FORBIDDEN for anyone else, including people who have just lost the right; errors of `work`
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
 * Confirms in the database that the actor is still an administrator: they may have lost the role or their access since
 * authentication. Row-level security alone would show them empty lists.
 */
export async function assertAdministratorNow(tx: Transaction<Database>): Promise<void> {
  const { rows } = await sql<{ still: boolean }>`select app.is_admin() as still`.execute(tx)
  if (!rows[0]?.still) throw new PortalError('FORBIDDEN')
}

const administratorNow = prepared('administrator_now', () => sql<{ still: boolean }>`select app.is_admin() as still`)

/**
 * Reads an administrator's lists like `readAs`, and confirms the role in the same exchange.
 * @throws PortalError FORBIDDEN for anyone else, including people who have just lost the right
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
 * `readAsAdministrator` for dependent or ad hoc reads.
 * @throws PortalError FORBIDDEN for anyone else, including people who have just lost the right; errors of `work`
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

export function requireAdministrator(actor: Actor): void {
  if (!actor.isAdmin) throw new PortalError('FORBIDDEN')
}

/** @returns whether the actor may see a person's data: their own, or anyone's for an administrator */
export function isOwnerOrAdministrator(actor: Actor, userId: string): boolean {
  return actor.id === userId || actor.isAdmin
}

export function requireOwnerOrAdministrator(actor: Actor, userId: string): void {
  if (!isOwnerOrAdministrator(actor, userId)) throw new PortalError('FORBIDDEN')
}
