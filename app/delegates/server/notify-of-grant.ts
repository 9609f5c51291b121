import type { Transaction } from 'kysely'
import { actAsJobs } from '../../../server/database/act-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { readersOf } from '../../documents/server/readers.ts'
import { mailDelegate, mailMember } from './delegate-mail.ts'

/**
 * The handler of the queue `tell-of-grant`: notifies a holder's members that its delegate has accepted, or both sides
 * that a grant was revoked. It is a job because the delegate's transaction can't read the members.
 */
export async function notifyOfGrant({ grant, what }: { grant: string; what: 'accepted' | 'revoked' }): Promise<void> {
  await actAsJobs(async tx => {
    const found = await tx
      .selectFrom('grants')
      .select(['holder_id', 'person_id', 'kind', 'revoked_by'])
      .where('id', '=', grant)
      .executeTakeFirst()
    if (!found) return
    const { person_id, kind, revoked_by } = found
    for (const member of await membersOf(tx, found.holder_id))
      if (member !== revoked_by || what === 'accepted') await mailMember(tx, member, what, kind)
    if (what === 'revoked' && person_id) await mailDelegate(tx, person_id, what)
  })
}

/** @returns all members of a holder, including those with view-only access */
export function membersOf(tx: Transaction<Database>, holderId: string): Promise<string[]> {
  return readersOf(tx, { owner_id: holderId })
}
