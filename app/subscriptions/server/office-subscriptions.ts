import { type Selectable, sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import { oneOf } from '../../../server/database/one-of.ts'
import { prepared } from '../../../server/database/prepared.ts'
import type { Database, SubscriptionsTable } from '../../../server/database/types.ts'
import { isReminderAllowed } from '../../documents/server/reminder-schedule.ts'
import type { HolderKind } from '../../holders/holders.ts'
import { findHolderFacts } from '../../holders/server/holder-facts.ts'
import { requireProofToReach } from '../../identity/server/reach-proof.ts'
import { mailSigners } from '../../signing/server/envelope-mail.ts'
import { rejectSubscriptionCommand, remindSubscriptionCommand } from '../office.commands.ts'
import { endedStates, openStates, type StepKey, type SubscriptionState, type Turn } from '../subscriptions.ts'
import { voidAgreement } from './agreement.ts'
import { type HolderPaper, papersOf } from './holder-papers.ts'
import { nextFor, nextForAll, wantsHolder } from './progress.ts'
import { type Remark, remarksOf } from './remarks.ts'
import { mailInvestor } from './subscription-mail.ts'
import { lockSubscription, readSubscription, toSubscription } from './subscription-row.ts'

/** A subscription in the office's list. */
export interface ListedSubscription {
  id: string
  investor: string
  offering: string
  amountCents: string | null
  state: SubscriptionState
  turn: Turn
  step: StepKey | undefined
  since: Date
}

type ListedRow = Selectable<SubscriptionsTable> & { investor: string; offering: string; total: number }

/** Most that are listed. */
export const subscriptionsListed = 100

const listed = (condition: ReturnType<typeof sql>) => sql<ListedRow>`
  select s.*, o.name as offering, coalesce(h.legal_name, p.full_name, p.email) as investor, (count(*) over ())::int as total
  from subscriptions s join offerings o on o.id = s.offering_id left join holders h on h.id = s.holder_id
    join user_profiles p on p.id = s.person_id
  where ${condition} order by s.since desc limit ${subscriptionsListed}`

/** @param state the filter; without one, those that haven't ended */
export async function getSubscriptions(
  actor: Actor,
  { state }: { state?: SubscriptionState | undefined } = {},
): Promise<{ subscriptions: ListedSubscription[]; total: number }> {
  return queryAsAdministrator(actor, async tx => {
    const condition = state ? sql`s.state = ${state}` : sql`s.state not in ${oneOf(endedStates)}`
    const { rows } = await listed(condition).execute(tx)
    const followed = rows.map(each => ({ row: toSubscription(each), personId: each.person_id }))
    const next = await nextForAll(tx, followed)
    const subscriptions = rows.map(({ id, investor, offering, amount_cents, state: at, since }, place) => ({
      ...{ id, investor, offering, amountCents: amount_cents === null ? null : String(amount_cents), state: at, since },
      ...{ turn: next[place]?.turn ?? 'none', step: next[place]?.step },
    }))
    return { subscriptions, total: rows[0]?.total ?? 0 }
  })
}

/** Everything about a subscription, for the office. */
export interface OfficeSubscription extends ListedSubscription {
  offeringId: string
  person: { id: string; name: string }
  holder: { id: string; legalName: string; kind: HolderKind } | null
  termMonths: number | null
  payout: string | null
  rateBp: number | null
  quotedThrough: string | null
  wanted: { kind: HolderKind; name: string } | null
  preparedBy: string | null
  reason: string | null
  sentence: string
  noteId: string | null
  noteNumber: string | null
  /** The agreement's envelope, the newest. */
  envelopeId: string | null
  renews: { id: string; number: string } | null
  papers: HolderPaper[]
  remarks: Remark[]
  receipts: { number: number; title: string; name: string; servedAt: Date; acknowledgedAt: Date }[]
  remindedAt: Date | null
}

interface Names {
  personName: string
  preparedBy: string | null
  noteNumber: string | null
  renewsNumber: string | null
  envelopeId: string | null
}

export async function getSubscription(actor: Actor, subscriptionId: string): Promise<OfficeSubscription> {
  const id = assertId(subscriptionId)
  return queryAsAdministrator(actor, async tx => {
    const row = await readSubscription(tx, id)
    const [found] = (await listed(sql`s.id = ${id}`).execute(tx)).rows
    const holder = row.holderId ? await findHolderFacts(tx, row.holderId) : null
    const { rows: names } = await sql<Names>`
      select (select coalesce(p.full_name, p.email) from user_profiles p where p.id = ${row.personId}) as "personName",
        (select coalesce(p.full_name, p.email) from user_profiles p where p.id = ${row.preparedBy}) as "preparedBy",
        (select n.number from notes n where n.id = ${row.noteId}) as "noteNumber",
        (select n.number from notes n where n.id = ${row.renewsId}) as "renewsNumber",
        (select e.id from envelopes e where e.subject_id = ${id} and e.kind = 'agreement'
          order by e.created_at desc limit 1) as "envelopeId"`.execute(tx)
    const { personName, preparedBy, noteNumber, renewsNumber, envelopeId } = names[0] as Names
    const next = await nextFor(tx, row, row.personId)
    const { offeringId, state, since, termMonths, payout, rateBp, quotedThrough, reason, noteId, remindedAt } = row
    return {
      ...{ id, offeringId, state, since, termMonths, payout, rateBp, quotedThrough, reason, noteId, remindedAt },
      investor: found?.investor ?? '',
      offering: found?.offering ?? '',
      amountCents: row.amountCents === null ? null : String(row.amountCents),
      ...{ turn: next.turn, step: next.step, sentence: next.sentence },
      person: { id: row.personId, name: personName },
      holder: holder && { id: holder.id, legalName: holder.legalName, kind: holder.kind },
      wanted: row.wantedKind && row.wantedName ? { kind: row.wantedKind as HolderKind, name: row.wantedName } : null,
      ...{ preparedBy, noteNumber, envelopeId },
      renews: row.renewsId && renewsNumber ? { id: row.renewsId, number: renewsNumber } : null,
      papers: await papersOf(tx, row.holderId, holder?.kind),
      remarks: await remarksOf(tx, id),
      receipts: await receiptsOf(tx, offeringId, [
        row.personId,
        ...(holder?.members.map(({ userId }) => userId) ?? []),
      ]),
    }
  })
}

async function receiptsOf(tx: Transaction<Database>, offeringId: string, people: readonly string[]) {
  const { rows } = await sql<OfficeSubscription['receipts'][number]>`
    select d.number, d.title, coalesce(p.full_name, p.email) as name, r.served_at as "servedAt",
      r.acknowledged_at as "acknowledgedAt"
    from disclosure_receipts r join disclosures d on d.id = r.disclosure_id join user_profiles p on p.id = r.user_id
    where d.offering_id = ${offeringId} and r.user_id = any (${people}::uuid[]) order by d.number, name`.execute(tx)
  return rows
}

/** How many wait for a new holder. Agreements to countersign are counted as envelopes. */
export const subscriptionsForOffice = prepared(
  'subscriptions_for_office',
  () => sql<{ total: number }>`
    select count(*)::int as total from subscriptions s where s.state = 'terms' and ${wantsHolder}`,
)

/** Rejects a subscription that isn't countersigned, with a reason that the investor reads. */
export const rejectSubscription = perform(rejectSubscriptionCommand, async ({ tx, actor, audit }, id, { reason }) => {
  const signers = await voidAgreement(tx, id, reason)
  const row = await lockSubscription(tx, id, openStates)
  await requireProofToReach(actor, { owners: [row.personId], texts: [reason] })
  await tx.updateTable('subscriptions').set({ state: 'rejected', reason }).where('id', '=', row.id).execute()
  await audit('subscription.rejected', row.id, { holder_id: row.holderId, reason })
  const told = await mailInvestor(tx, row, 'rejected')
  await mailSigners(tx, signers?.filter(signer => !told.includes(signer)) ?? [], 'ended')
})

/** Reminds the investor that it is their turn, at most once a day. */
export const remindSubscription = perform(remindSubscriptionCommand, async ({ tx, refuse, audit }, id) => {
  const row = await lockSubscription(tx, id)
  const { turn } = await nextFor(tx, row, row.personId)
  if (turn !== 'you' || !isReminderAllowed(row.remindedAt)) throw refuse('SUBSCRIPTION_STATE')
  await tx.updateTable('subscriptions').set({ reminded_at: sql<Date>`now()` }).where('id', '=', row.id).execute()
  await mailInvestor(tx, row, 'reminder')
  await audit('subscription.reminded', row.id, { user_id: row.personId })
})
