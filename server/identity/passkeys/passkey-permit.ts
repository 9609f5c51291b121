import { type SqlBool, sql } from 'kysely'
import { passkeyPermitLifetime } from '../../../rules/limits.ts'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../access/audit.ts'
import { assertId } from '../../access/ids.ts'
import { assertAdministratorNow, requireAdministrator } from '../../access/roles.ts'
import { actOnAccount, alsoAsSignIn } from '../../database/act-as.ts'
import { fromNow } from '../../database/from-now.ts'
import { queueMail } from '../../mail/mailer.ts'
import { PortalError } from '../../platform/portal-error.ts'
import { requireFreshProof } from '../fresh-proof.ts'
import { permitNotice, permitReceipt } from './passkey-mail.ts'

/**
 * Lets another administrator or an approver, who lost their passkey, add a new one within `passkeyPermitLifetime` after signing in
 * with a code. Both are told by mail.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED; NOT_FOUND unless the other is
 *   another administrator or an approver
 */
export async function permitNewPasskey(actor: Actor, userId: string): Promise<void> {
  const id = assertId(userId)
  requireAdministrator(actor)
  await requireFreshProof(actor)
  await actOnAccount(actor, async tx => {
    await assertAdministratorNow(tx)
    const person = await tx
      .selectFrom('user_profiles')
      .select(['id', 'email'])
      .where('id', '=', id)
      .where(sql<SqlBool>`(is_admin or is_approver)`)
      .executeTakeFirst()
    if (!person || id === actor.id) throw new PortalError('NOT_FOUND')
    const permit = { granted_by: actor.id, expires_at: fromNow(passkeyPermitLifetime) }
    await alsoAsSignIn(tx, auth =>
      auth
        .insertInto('auth.passkey_permits')
        .values({ user_id: id, ...permit })
        .onConflict(conflict => conflict.column('user_id').doUpdateSet(permit))
        .execute(),
    )
    await audit(tx, actor, 'passkey.permitted', id, { email: person.email, by: actor.email })
    await queueMail(tx, permitNotice(person.email, actor.email))
    await queueMail(tx, permitReceipt(actor.email, person.email))
  })
}
