import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { requireAdministrator } from '../access/roles.ts'
import { actAs } from '../database/connection.ts'
import { assertId } from '../documents/documents.ts'
import { isTestLogin } from '../identity/auth.ts'
import { PortalError } from '../platform/portal-error.ts'

/**
 * Makes a person an administrator, or takes that away. Grants and revokes happen one at a time, and the last
 * administrator stays one: two who remove each other at the same moment leave one of them. Whoever loses the right
 * loses it with their next request, and the streams that show them others' documents end.
 * @returns whether anything changed
 * @throws PortalError FORBIDDEN unless the actor is an administrator, also by the time it is their turn;
 *   LAST_ADMINISTRATOR; TEST_LOGIN_NOT_ADMIN; NOT_FOUND
 */
export async function setAdministrator(actor: Actor, userId: string, isAdmin: boolean): Promise<boolean> {
  const id = assertId(userId)
  requireAdministrator(actor)
  return actAs(actor, async tx => {
    const result = await sql<{ changed: boolean | null }>`
      select app.set_administrator(${id}, ${isAdmin}) as changed`.execute(tx)
    const changed = result.rows[0]?.changed
    if (changed === null || changed === undefined) throw new PortalError('NOT_FOUND')
    const { email } = await tx
      .selectFrom('user_profiles')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (isAdmin && isTestLogin(email)) throw new PortalError('TEST_LOGIN_NOT_ADMIN')
    if (changed) {
      const action = isAdmin ? 'administrator.granted' : 'administrator.revoked'
      await audit(tx, actor, action, id, { email, by: actor.email })
    }
    return changed
  }).catch(refused)
}

function refused(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (constraint === 'an_administrator_stays') throw new PortalError('LAST_ADMINISTRATOR', { cause: error })
  if (code === '42501') throw new PortalError('FORBIDDEN', { cause: error })
  throw error
}
