import { sql, type Transaction } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { actAs } from '../database/act-as.ts'
import type { Database } from '../database/types.ts'
import { enqueue } from '../jobs/jobs.ts'
import { PortalError } from '../platform/portal-error.ts'

/**
 * Accepts an invitation to look. From then on the grant is the actor's, and nobody else's who has that address later; they
 * see something by it while they sign in with that address. The members of the holder are told.
 * @throws PortalError NOT_FOUND for an invitation to another address; INVITATION_GONE where it has ended, was withdrawn or
 *   accepted; DELEGATE_FROZEN while the holder is frozen; DELEGATE_OF_OFFICE for administrators and approvers
 */
export async function acceptInvitation(actor: Actor, grantId: string): Promise<void> {
  const id = assertId(grantId)
  const work = async (tx: Transaction<Database>) => {
    const { rows } = await sql<{ isInvited: boolean; isFrozen: boolean; holderId: string; kind: string }>`
      select holder_id as "holderId", kind, app.is_frozen(holder_id) as "isFrozen",
        person_id is null and revoked_at is null and now() < ends_at as "isInvited"
      from grants where id = ${id} and invited_address = app.my_address()`.execute(tx)
    const [invitation] = rows
    if (!invitation) throw new PortalError('NOT_FOUND')
    if (!invitation.isInvited) throw new PortalError('INVITATION_GONE')
    if (invitation.isFrozen) throw new PortalError('DELEGATE_FROZEN')
    const accepted = await tx
      .updateTable('grants')
      .set({ person_id: actor.id, accepted_at: sql`now()` })
      .where('id', '=', id)
      .where('person_id', 'is', null)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute()
    if (accepted.length === 0) throw new PortalError('INVITATION_GONE')
    const { holderId, kind } = invitation
    await audit(tx, actor, 'delegate.accepted', holderId, { grant_id: id, kind })
    await enqueue(tx, 'tell-of-grant', { grant: id, what: 'accepted' })
  }
  await actAs(actor, work, { delegate_of_office: 'DELEGATE_OF_OFFICE' })
}
