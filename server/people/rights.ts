import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import type { ConstraintCodes } from '../database/errors.ts'
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
  return setRight(actor, userId, isAdmin, {
    name: 'administrator',
    set: id => sql`app.set_administrator(${id}, ${isAdmin})`,
    details: { by: actor.email },
    codes: { an_administrator_stays: 'LAST_ADMINISTRATOR' },
  })
}

/**
 * Makes a person an approver, or revokes that: they approve what administrators ask for, and can do nothing else in the
 * office. Administrators can without it. The right ends with the person's next request.
 * @returns whether anything changed
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED; NOT_FOUND; APPROVER_INACTIVE for a
 *   guest, or where access is closed; TEST_LOGIN_NOT_ADMIN
 */
export async function setApprover(actor: Actor, userId: string, isApprover: boolean): Promise<boolean> {
  return setRight(actor, userId, isApprover, {
    name: 'approver',
    set: id => sql`app.set_approver(${id}, ${isApprover})`,
    codes: { approver_is_active: 'APPROVER_INACTIVE' },
  })
}

interface Right {
  /** What the log calls it. */
  name: 'administrator' | 'approver'
  /** The function that sets it: whether that changed anything, null where there is no such person. */
  set: (id: string) => RawBuilder<boolean | null>
  /** What the log says besides whose it is. */
  details?: Record<string, string>
  codes: ConstraintCodes
}

async function setRight(actor: Actor, userId: string, isGiven: boolean, right: Right): Promise<boolean> {
  const { name, set, details, codes } = right
  const id = assertId(userId)
  requireAdministrator(actor)
  await requireFreshProof(actor)
  return asAdministrator(
    actor,
    async tx => {
      const { changed } = await tx.selectNoFrom(set(id).as('changed')).executeTakeFirstOrThrow()
      if (changed === null) throw new PortalError('NOT_FOUND')
      const { email } = await tx
        .selectFrom('user_profiles')
        .select('email')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (isGiven && isTestLogin(email)) throw new PortalError('TEST_LOGIN_NOT_ADMIN')
      if (changed) await audit(tx, actor, `${name}.${isGiven ? 'granted' : 'revoked'}`, id, { email, ...details })
      return changed
    },
    codes,
  )
}
