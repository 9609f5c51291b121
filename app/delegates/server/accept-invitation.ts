import { sql } from 'kysely'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { enqueue } from '../../../server/jobs/jobs.ts'
import { acceptInvitationCommand } from '../delegates.commands.ts'

/**
 * Accepts an invitation to shared access. From then on the grant belongs to the actor, even if another person has that
 * address later; it applies while the actor signs in with that address. The members of the holder are notified.
 */
export const acceptInvitation = perform(
  acceptInvitationCommand,
  async ({ tx, actor, refuse, audit }, grantId) => {
    const id = assertId(grantId)
    const { rows } = await sql<{ isInvited: boolean; isFrozen: boolean; holderId: string; kind: string }>`
      select holder_id as "holderId", kind, app.is_frozen(holder_id) as "isFrozen",
        person_id is null and revoked_at is null and now() < ends_at as "isInvited"
      from grants where id = ${id} and invited_address = app.my_address()`.execute(tx)
    const [invitation] = rows
    if (!invitation) throw refuse('NOT_FOUND')
    if (!invitation.isInvited) throw refuse('INVITATION_GONE')
    if (invitation.isFrozen) throw refuse('DELEGATE_FROZEN')
    const accepted = await tx
      .updateTable('grants')
      .set({ person_id: actor.id, accepted_at: sql`now()` })
      .where('id', '=', id)
      .where('person_id', 'is', null)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute()
    if (accepted.length === 0) throw refuse('INVITATION_GONE')
    const { holderId, kind } = invitation
    await audit('delegate.accepted', holderId, { grant_id: id, kind })
    await enqueue(tx, 'tell-of-grant', { grant: id, what: 'accepted' })
  },
  { codes: { delegate_of_office: 'DELEGATE_OF_OFFICE' } },
)
