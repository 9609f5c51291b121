import { sql, type Transaction } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import type { Database } from '../database/types.ts'
import { requireFreshProof } from '../identity/fresh-proof.ts'
import { isTestLogin } from '../identity/test-login.ts'
import { PortalError } from '../platform/portal-error.ts'

/**
 * Makes a person an administrator, or revokes that. Changes run one at a time, and the last administrator can't be
 * removed: if two remove each other at the same moment, one remains. The right ends with the person's next request, and
 * so do the live updates that show them other people's documents.
 * @returns whether anything changed
 * @throws PortalError FORBIDDEN unless the actor is an administrator, also when their turn comes; LAST_ADMINISTRATOR;
 *   TEST_LOGIN_NOT_ADMIN; NOT_FOUND; PROOF_NEEDED
 */
export async function setAdministrator(actor: Actor, userId: string, isAdmin: boolean): Promise<boolean> {
  const id = assertId(userId)
  requireAdministrator(actor)
  await requireFreshProof(actor)
  const work = async (tx: Transaction<Database>) => {
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
  }
  return asAdministrator(actor, work, { an_administrator_stays: 'LAST_ADMINISTRATOR' })
}
