import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { actAs } from '../database/act-as.ts'
import { enqueue } from '../jobs/jobs.ts'
import { PortalError } from '../platform/portal-error.ts'

/**
 * Ends what somebody sees of a holder, or withdraws their invitation: at once, also for what they are reading now. Any
 * member of the holder may, also one who only looks and while it is frozen; so may the office.
 * @throws PortalError NOT_FOUND for a grant of a holder that isn't the actor's; DELEGATE_GONE where it has ended before
 */
export async function revokeGrant(actor: Actor, grantId: string): Promise<void> {
  const id = assertId(grantId)
  await actAs(actor, async tx => {
    const grant = await tx
      .selectFrom('grants')
      .select(['holder_id', 'kind', 'accepted_at'])
      .where('id', '=', id)
      // A delegate doesn't end what they see themselves.
      .where(sql<boolean>`(holder_id = any ((select app.my_owners())::uuid[]) or app.is_admin())`)
      .executeTakeFirst()
    if (!grant) throw new PortalError('NOT_FOUND')
    const revoked = await tx
      .updateTable('grants')
      .set({ revoked_at: sql`now()`, revoked_by: actor.id })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .where('ends_at', '>', sql<Date>`now()`)
      .returning('person_id')
      .executeTakeFirst()
    if (!revoked) throw new PortalError('DELEGATE_GONE')
    await audit(tx, actor, 'delegate.revoked', grant.holder_id, { grant_id: id, kind: grant.kind })
    if (revoked.person_id) await enqueue(tx, 'tell-of-grant', { grant: id, what: 'revoked' })
  })
}
