import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { ValuesOf } from '../../../rules/commands/command.ts'
import { canTake } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { isId } from '../../../server/access/ids.ts'
import { perform, type WorkLike } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { openingsCounted } from '../../downloads/server/file-accesses.ts'
import type { HolderKind } from '../../holders/holders.ts'
import { actsForHolder } from '../../holders/server/frozen.ts'
import { findHolderFacts } from '../../holders/server/holder-facts.ts'
import { anotherHolder, prepareSubscriptionCommand, startSubscriptionCommand } from '../begin.commands.ts'
import {
  acknowledgeCommand,
  chooseHolderCommand,
  chooseTermsCommand,
  type makeAgreementCommand,
  wantHolderCommand,
} from '../own.commands.ts'
import { subscriptionSteps } from '../subscription-steps.ts'
import { begunStates } from '../subscriptions.ts'
import { mailPeople, notifiedOf } from './subscription-mail.ts'
import {
  advance,
  assertJoined,
  assertOpen,
  assertQuoted,
  lockSubscription,
  quoteFor,
  type SubscriptionRow,
  toSubscription,
} from './subscription-row.ts'

/* What an investor chooses before there is an agreement. */

/** Of what was served a moment ago, `openingsCounted` waits. */
export const servedCodes = { disclosure_was_served: 'DISCLOSURE_UNREAD' } as const

/**
 * Starts a subscription with its terms, or gives them to the one that the person has begun: two tabs start the same.
 * @returns its id
 */
export const startSubscription = perform(
  startSubscriptionCommand,
  async (work, _, { offering: typed, renews, ...chosen }) => {
    const { tx, actor, audit } = work
    const offering = await assertOpen(tx, isId(typed) ? typed : await onlyOffering(tx))
    const renewsId = isId(renews) ? renews : null
    await assertJoined(tx, renewsId)
    const id = randomUUID()
    const added = await tx
      .insertInto('subscriptions')
      .values({ id, offering_id: offering.id, person_id: actor.id, renews_id: renewsId })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added) await audit('subscription.started', id, { offering_id: offering.id, renews_id: renewsId })
    const row = await lockSubscription(tx, added?.id ?? (await findBegun(tx, actor, offering.id, renewsId)))
    await choose(work, row, chosen)
    return row.id
  },
)

/** The link of a tier or a note names no offering: there is one, as a rule. */
async function onlyOffering(tx: Transaction<Database>): Promise<string> {
  const open = await tx.selectFrom('offerings').select('id').where('state', '=', 'open').limit(2).execute()
  const [only, ...others] = open
  if (!only || others.length > 0) throw new PortalError('OFFERING_CLOSED')
  return only.id
}

async function findBegun(tx: Transaction<Database>, actor: Actor, offeringId: string, renewsId: string | null) {
  const begun = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('person_id', '=', actor.id)
    .where('offering_id', '=', offeringId)
    .where('renews_id', renewsId ? '=' : 'is', renewsId)
    .where('state', 'in', begunStates)
    .where('agreed', 'is', null)
    .executeTakeFirstOrThrow()
  return begun.id
}

/** An adviser fills in amount, term and holder. A member confirms, and is the only one to sign. */
export const prepareSubscription = perform(
  prepareSubscriptionCommand,
  async ({ tx, actor, refuse, audit }, _, { offering: offeringId, holder, amount, term, payout }) => {
    const offering = await assertOpen(tx, isId(offeringId) ? offeringId : await onlyOffering(tx))
    const { rows } = await sql<{ advises: boolean }>`
      select ${isId(holder)} and app.advises(${isId(holder) ? holder : null}) as advises`.execute(tx)
    if (!rows[0]?.advises) throw refuse('ADVISER_ONLY')
    const id = randomUUID()
    const quote = quoteFor({ amountCents: amount, termMonths: Number(term), payout })
    const of = { offering_id: offering.id, holder_id: holder, person_id: actor.id, prepared_by: actor.id }
    await tx
      .insertInto('subscriptions')
      .values({ id, state: 'prepared', ...of, ...quote })
      .execute()
    await audit('subscription.prepared', id, { ...of, ...logged(quote) })
    await mailPeople(tx, await notifiedOf(tx, id), id, 'prepared')
    return id
  },
  { codes: { subscriptions_prepared: 'SUBSCRIPTION_PREPARED' } },
)

/** Chooses the terms, or others while there is no agreement. The rate is that of the amount's tier, today. */
export const chooseTerms = perform(
  chooseTermsCommand,
  async (work, id, chosen) => {
    const row = await lockSubscription(work.tx, id)
    if (!canTake(subscriptionSteps.choose, row.state) && row.state !== 'terms') throw work.refuse('SUBSCRIPTION_STATE')
    if (row.noteId) throw work.refuse('SUBSCRIPTION_STATE')
    await assertOpen(work.tx, row.offeringId)
    await choose(work, row, chosen)
  },
  { codes: { subscriptions_begun: 'SUBSCRIPTION_BEGUN' } },
)

/** Quotes the terms at today's rate, for the holder that is chosen with them. */
async function choose(
  work: WorkLike<typeof startSubscriptionCommand> | WorkLike<typeof chooseTermsCommand>,
  row: SubscriptionRow,
  { amount, term, payout, holder }: ValuesOf<typeof chooseTermsCommand>,
): Promise<void> {
  const { tx, actor } = work
  const quote = quoteFor({ amountCents: amount, termMonths: Number(term), payout })
  const taken = row.preparedBy === row.personId && { person_id: actor.id }
  await tx
    .updateTable('subscriptions')
    .set({ state: 'terms', ...quote, ...taken })
    .where('id', '=', row.id)
    .execute()
  await work.audit('subscription.quoted', row.id, logged(quote))
  if (holder === anotherHolder) return
  if (holder) await hold(work, row, holder)
  // Who was chosen before stays, unless they can no longer invest.
  else if (row.holderId && (await canHold(tx, row.offeringId, row.holderId))) await hold(work, row, row.holderId)
}

/** Takes a holder. One that is verified for this sale needs nothing more. */
async function hold(
  {
    tx,
    audit,
    refuse,
  }:
    | WorkLike<typeof startSubscriptionCommand>
    | WorkLike<typeof chooseTermsCommand>
    | WorkLike<typeof chooseHolderCommand>,
  row: SubscriptionRow,
  holder: string,
): Promise<void> {
  if (!isId(holder) || !(await canHold(tx, row.offeringId, holder))) throw refuse('SUBSCRIPTION_HOLDER')
  const changed = await tx
    .updateTable('subscriptions')
    .set({ state: 'holder', holder_id: holder })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (holder !== row.holderId) await audit('subscription.held', row.id, { holder_id: holder })
  await advance(tx, toSubscription(changed))
}

const logged = ({ amount_cents, ...quote }: ReturnType<typeof quoteFor>) => ({
  amount_cents: String(amount_cents),
  ...quote,
})

/** @returns whether the actor acts for a holder of a kind that the offering accepts; @throws PortalError HOLDER_FROZEN */
async function canHold(tx: Transaction<Database>, offeringId: string, holderId: string): Promise<boolean> {
  if (!(await actsForHolder(tx, holderId))) return false
  const { kind } = await findHolderFacts(tx, holderId)
  const { kinds } = await tx
    .selectFrom('offerings')
    .select('kinds')
    .where('id', '=', offeringId)
    .executeTakeFirstOrThrow()
  return (kinds as HolderKind[]).includes(kind)
}

/** Chooses who invests, once there are terms. */
export const chooseHolder = perform(chooseHolderCommand, async (work, id, { holder }) => {
  const row = await lockSubscription(work.tx, id)
  if (!canTake(subscriptionSteps.hold, row.state) && row.state !== 'holder') throw work.refuse('SUBSCRIPTION_STATE')
  assertQuoted(row)
  await hold(work, row, holder)
})

/** Asks the office for a holder that isn't on the register. It appears here once the office has made it. */
export const wantHolder = perform(wantHolderCommand, async ({ tx, audit }, id, { kind, name }) => {
  const row = await lockSubscription(tx, id, ['terms'])
  await tx
    .updateTable('subscriptions')
    .set({ state: 'terms', wanted_kind: kind, wanted_name: name })
    .where('id', '=', row.id)
    .execute()
  await audit('subscription.holder_wanted', row.id, { kind, name })
})

/** Says that the offering's documents, every byte of which was served to the person, were read. */
export const acknowledgeDisclosures = perform(
  acknowledgeCommand,
  async (work, id) => {
    const row = await lockSubscription(work.tx, id)
    await acknowledge(work, row)
    await advance(work.tx, row)
  },
  { before: openingsCounted, codes: servedCodes },
)

/** Acknowledges every disclosure that the person hasn't; the database refuses one that wasn't served to its last byte. */
export async function acknowledge(
  { tx, audit }: WorkLike<typeof acknowledgeCommand> | WorkLike<typeof makeAgreementCommand>,
  { id, offeringId }: Pick<SubscriptionRow, 'id' | 'offeringId'>,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into disclosure_receipts (disclosure_id) select d.id from disclosures d
    where d.offering_id = ${offeringId}
      and not exists (select from disclosure_receipts r where r.disclosure_id = d.id and r.user_id = app.user_id())
    returning disclosure_id as id`.execute(tx)
  if (rows.length > 0)
    await audit('subscription.disclosures_read', id, { disclosures: rows.map(({ id: each }) => each) })
}
