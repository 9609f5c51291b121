import { sql } from 'kysely'
import { assertId } from '../../../server/access/ids.ts'
import { perform, type WorkLike } from '../../../server/access/perform.ts'
import { enqueue } from '../../../server/jobs/jobs.ts'
import { endGrantCommand } from '../../people/person.commands.ts'
import { endDelegateCommand, revokeGrantCommand } from '../delegates.commands.ts'

/**
 * Revokes a delegate's access to a holder, or withdraws an invitation: at once, also for what they are reading now. Any
 * member of the holder may, even with view-only access and while it is frozen; so may the office.
 */
export const revokeGrant = perform(revokeGrantCommand, revoke)

/** The same, by the office alone. */
export const endDelegate = perform(endDelegateCommand, revoke)

async function revoke(
  { tx, actor, refuse, audit }: WorkLike<typeof revokeGrantCommand>,
  grantId: string,
): Promise<void> {
  const id = assertId(grantId)
  const grant = await tx
    .selectFrom('grants')
    .select(['holder_id', 'kind', 'accepted_at'])
    .where('id', '=', id)
    // A delegate doesn't end what they see themselves.
    .where(sql<boolean>`(holder_id = any ((select app.my_owners())::uuid[]) or app.is_admin())`)
    .executeTakeFirst()
  if (!grant) throw refuse('NOT_FOUND')
  const revoked = await tx
    .updateTable('grants')
    .set({ revoked_at: sql`now()`, revoked_by: actor.id })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', sql<Date>`now()`)
    .returning('person_id')
    .executeTakeFirst()
  if (!revoked) throw refuse('DELEGATE_GONE')
  await audit('delegate.revoked', grant.holder_id, { grant_id: id, kind: grant.kind })
  if (revoked.person_id) await enqueue(tx, 'tell-of-grant', { grant: id, what: 'revoked' })
}

/** The same, for an administrator on the delegate's page. */
export const endGrantOf = perform(endGrantCommand, (work, _personId, { grant }) => revoke(work, grant))
