import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import { requireFreshProof } from '../identity/fresh-proof.ts'
import { isTestLogin } from '../identity/test-login.ts'
import { PortalError } from '../platform/portal-error.ts'

/**
 * Makes a person an approver, or revokes that: they approve what administrators ask for, and can do nothing else in the
 * office. Administrators can without it. The right ends with the person's next request.
 * @returns whether anything changed
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED; NOT_FOUND; APPROVER_INACTIVE for a
 *   guest, or where access is closed; TEST_LOGIN_NOT_ADMIN
 */
export async function setApprover(actor: Actor, userId: string, isApprover: boolean): Promise<boolean> {
  const id = assertId(userId)
  requireAdministrator(actor)
  await requireFreshProof(actor)
  return asAdministrator(
    actor,
    async tx => {
      const { rows } = await sql<{ changed: boolean | null }>`
        select app.set_approver(${id}, ${isApprover}) as changed`.execute(tx)
      const changed = rows[0]?.changed
      if (changed === null || changed === undefined) throw new PortalError('NOT_FOUND')
      const { email } = await tx
        .selectFrom('user_profiles')
        .select('email')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (isApprover && isTestLogin(email)) throw new PortalError('TEST_LOGIN_NOT_ADMIN')
      if (changed) await audit(tx, actor, isApprover ? 'approver.granted' : 'approver.revoked', id, { email })
      return changed
    },
    { approver_is_active: 'APPROVER_INACTIVE' },
  )
}
