import type { Transaction } from 'kysely'
import { actAsJobs } from '../database/act-as.ts'
import type { Database } from '../database/types.ts'
import { readersOf } from '../documents/readers.ts'
import { mailDelegate, mailMember } from './delegate-mail.ts'

/**
 * The handler of the queue `tell-of-grant`: tells those who act for a holder that its delegate has accepted, or both sides
 * that a grant was revoked. A job, since a delegate learns nothing of those whom it tells.
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

/** @returns those who act for a holder, also who only looks */
export function membersOf(tx: Transaction<Database>, holderId: string): Promise<string[]> {
  return readersOf(tx, { owner_id: holderId })
}
