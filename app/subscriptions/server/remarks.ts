import { sql, type Transaction } from 'kysely'
import { looksLikePaymentInstructions } from '../../../rules/payment-instructions.ts'
import { perform } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { requireProofToReach } from '../../identity/server/reach-proof.ts'
import { remarkCommand } from '../remark.commands.ts'
import { type RemarkTopic, remarksAtMost } from '../subscriptions.ts'
import { mailOfficeOfRemark, mailPeople, notifiedOf } from './subscription-mail.ts'
import { readSubscription } from './subscription-row.ts'

/** What someone said about one step or term of a subscription. */
export interface Remark {
  id: string
  topic: RemarkTopic
  body: string
  at: Date
  side: 'investor' | 'adviser' | 'office'
  /** Null where the reader doesn't see their profile. */
  author: string | null
}

/** @returns the remarks on a subscription, oldest first */
export async function remarksOf(tx: Transaction<Database>, subscriptionId: string): Promise<Remark[]> {
  const { rows } = await sql<Remark>`
    select r.id, r.about as topic, r.body, r.side, r.written_at as at, coalesce(p.full_name, p.email) as author
    from subscription_remarks r left join user_profiles p on p.id = r.written_by
    where r.subscription_id = ${subscriptionId} order by r.written_at, r.id`.execute(tx)
  return rows
}

/** Leaves a remark at one step or term. The others who see it hear of it. Only an investor's may speak of payment. */
export const remarkOnSubscription = perform(
  remarkCommand,
  async ({ tx, actor, refuse, audit }, id, { topic, remark }) => {
    const row = await readSubscription(tx, id)
    if (row.preparedBy === actor.id && looksLikePaymentInstructions(remark)) throw refuse('PAYMENT_WORDS')
    await requireProofToReach(actor, { owners: [row.holderId ?? row.personId], texts: [remark] })
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from subscription_remarks where subscription_id = ${row.id}`.execute(tx)
    if ((rows[0]?.count ?? 0) >= remarksAtMost) throw refuse('REMARKS_FULL')
    await tx
      .insertInto('subscription_remarks')
      .values({ subscription_id: row.id, about: topic, body: remark })
      .execute()
    await audit('subscription.remarked', row.id, { holder_id: row.holderId, about: topic })
    await mailPeople(tx, await notifiedOf(tx, row.id), row.id, 'remark')
    if (!actor.isAdmin) await mailOfficeOfRemark(tx, row.id)
  },
)
